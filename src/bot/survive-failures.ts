/** What becomes of failures that nobody caught. */
import type { Logger } from '../logger.ts'
import type { Shutdown } from '../shutdown.ts'
import { currentPlatform } from './platform-context.ts'
import type { SupervisedPlatform } from './supervise-platform.ts'

/**
 * A promise that nobody caught is logged, and the platform that it came from begins anew; the process lives. An exception that
 * came from none leaves the process in a state that nobody knows: it ends in order, for its keeper to start it again. Returns how to
 * stop that.
 */
export function surviveFailures(
  supervised: readonly SupervisedPlatform[],
  shutdown: Shutdown,
  logger: Logger,
): () => Promise<void> {
  const culprit = () => supervised.find(({ platform }) => platform.name === currentPlatform())
  const onRejection = (error: unknown) => {
    logger.error({ err: error, platform: currentPlatform() }, 'a failure was not caught')
    culprit()?.fail(error)
  }
  const onException = (error: unknown) => {
    onRejection(error)
    if (culprit()) return
    process.exitCode = 1
    void shutdown.stop(error).then(() => process.exit())
  }
  process.on('unhandledRejection', onRejection)
  process.on('uncaughtException', onException)
  return async () => {
    process.off('unhandledRejection', onRejection)
    process.off('uncaughtException', onException)
  }
}
