/**
 * Whose code it is that failed where nobody caught it. Client libraries let promises reject and listeners throw deep inside;
 * everything that a platform begins while it starts (sockets, timers) carries its name along.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const names = new AsyncLocalStorage<string>()

export const inPlatform = <Result>(name: string, work: () => Result): Result => names.run(name, work)

/** Null outside of any platform. */
export const currentPlatform = (): string | null => names.getStore() ?? null
