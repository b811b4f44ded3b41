/** One story that is told on every platform: what people say to the bot, and what they must then see. */
import { expect } from 'vitest'

/** A place where Ann and the bot talk. All texts are as she sees them. */
export interface Stage {
  /** The bot is named; what follows up is said in the thread that this opens. */
  ask(text: string): Promise<void>
  follow(text: string): Promise<void>
  /** For her eyes only. */
  askPrivately(text: string): Promise<void>
  verb(name: string, text: string): Promise<void>
  press(label: string): Promise<void>
  rate(how: 'up' | 'down'): Promise<void>
  /** The thread, the channel, and what is for her alone: everything she sees, oldest first. */
  seen(): string
  readonly hasPictures: boolean
  /** Others are there whom a private answer can be shared with. */
  readonly hasOthers: boolean
}

/** Slow machines need their time; a text that never comes fails with what was seen instead. */
const PATIENCE_MS = 45_000

export async function tellStory(stage: Stage, project: { change(): Promise<void> }): Promise<void> {
  /** Waits for what was not there before. */
  const see = async (text: string | RegExp, act: () => Promise<void>) => {
    const count = () => stage.seen().split(text).length
    const before = count()
    await act()
    await expect.poll(count, { timeout: PATIENCE_MS, message: `${text} in:\n${stage.seen()}` }).toBeGreaterThan(before)
  }

  await see('acme/ferry is indexed at', () => stage.verb('ingest', 'acme/ferry'))
  expect(stage.seen()).toMatch(/pull request/)

  await see('PR #4', () => stage.ask('why is `retry_delay` written like this, and who should I ask?'))
  expect(stage.seen()).toContain('Ben Ode')
  expect(stage.seen()).toContain('#3')

  await see('Client.fetch', () => stage.follow('and who calls it?'))
  await see('Remembered on', () => stage.follow('remember that `retry_delay` doubles the wait each time'))

  await project.change()
  await see('acme/ferry is indexed at', () => stage.verb('ingest', 'acme/ferry'))
  await see('🟠', () => stage.follow('why is `retry_delay` written like this?'))
  expect(stage.seen()).toMatch(/Stale: code changed.*PR #9/)

  await see('Still true, says', () => stage.press('Still true'))
  if (stage.hasPictures) {
    await see('[picture: ', () => stage.press('Show path'))
    await see('Thank you, noted.', () => stage.rate('up'))
    await see('What was wrong with it?', () => stage.rate('down'))
    await see('kept with the answer', () => stage.follow('It does not say how often it is tried.'))
  }
  if (stage.hasOthers) {
    await see('Share with the channel', () => stage.askPrivately('who knows `Client.fetch`?'))
    expect(stage.seen()).toContain('only visible to you')
    await see('asked:', () => stage.press('Share with the channel'))
  }
}

/** Fenced, so that nobody's formatter touches what people saw. */
export const asDocument = (where: string, seen: string) =>
  `# The story, as Ann sees it in ${where}\n\n${FENCE}text\n${seen}\n${FENCE}\n`

const FENCE = '`````'

/** A transcript without what differs from run to run: times, ids. */
export const steady = (text: string) =>
  text
    .replace(/seconds +\d[\s\S]*?(?=\n *(?:```|\n|$))/g, 'seconds        …')
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b/g, '00000000-0000-0000-0000-000000000000')
    .replace(/\b[0-9a-f]{10}\b/g, '0123456789')
    .replace(/127\.0\.0\.1:\d+/g, 'github.test')
    .replaceAll(new Date().toISOString().slice(0, 10), '2026-01-01')
