import { expect, it } from 'vitest'
import { createChannelSettings, visibleIn } from '../../src/settings/channel-settings.ts'
import { listWorkspaces } from '../../src/settings/settings-graph.ts'
import { temporaryDatabase } from '../graph/temporary-database.ts'

const { database } = await temporaryDatabase()

it('has nothing set where nobody set anything, and makes no graph to say so', async () => {
  const settings = createChannelSettings(database, 'slack:T0')
  expect(await settings.defaultRepository('C1')).toBeNull()
  expect(await settings.boundRepositories()).toEqual(new Map())
  expect(await listWorkspaces(database)).not.toContain('slack:T0')
})

it('keeps the default repository of each channel and workspace', async () => {
  const [one, two] = [createChannelSettings(database, 'slack:T1'), createChannelSettings(database, 'slack:T2')]
  await one.setDefaultRepository('C1', 'pallets/flask')
  await one.setDefaultRepository('C2', 'pallets/click')
  expect(await one.defaultRepository('C1')).toBe('pallets/flask')
  expect(await one.defaultRepository('C2')).toBe('pallets/click')
  expect(await two.defaultRepository('C1')).toBeNull()
  expect(await listWorkspaces(database)).toContain('slack:T1')
})

it('shows a bound repository in its channels only, and everywhere again without the last binding', async () => {
  const settings = createChannelSettings(database, 'slack:T3')
  const all = ['acme/secret', 'acme/site']
  const seen = async (channel: string) => visibleIn(channel, all, await settings.boundRepositories())
  await settings.bindRepository('C1', 'acme/secret')
  await settings.bindRepository('C2', 'acme/secret')
  await settings.bindRepository('C2', 'acme/secret')
  expect(await seen('C1')).toEqual(all)
  expect(await seen('C3')).toEqual(['acme/site'])
  await settings.unbindRepository('C2', 'acme/secret')
  expect(await seen('C2')).toEqual(['acme/site'])
  await settings.unbindRepository('C1', 'acme/secret')
  expect(await seen('C3')).toEqual(all)
})
