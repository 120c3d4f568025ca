import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import { convertFile } from './convert-file.ts'
import { type ConversionRequest, type ReportProgress, type WorkerMessage } from './worker-messages.ts'

/**
 * Sends a message to the parent process. This worker converts one file and is then killed by its parent; it exits when
 * the parent is gone.
 */
const sendToParent = (update: WorkerMessage) => process.send?.(update)

/** Sends the last message, after which the parent kills this process before it could save its compiled code. */
function sendResult(result: WorkerMessage): void {
  flushCompileCache()
  sendToParent(result)
}

process.on('disconnect', () => process.exit(1))
process.once('message', (message) => {
  // Only the parent process writes to this channel.
  const { file, folder, task } = message as ConversionRequest
  const progress: ReportProgress = (stage, share) => sendToParent({ type: 'progress', stage, progress: share })
  void runTask().then(
    (result) => {
      if (result.ok) sendResult({ type: 'done', converted: result.value })
      else sendResult({ type: 'refused', refusal: result.refusal })
    },
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )

  // What a task needs is loaded only for it.
  async function runTask() {
    if (task === 'convert') return convertFile(file, folder, progress)
    // No user is waiting for these tasks, so they give way to everything else.
    setPriority(constants.priority.PRIORITY_LOW)
    if (task === 'compress') return (await import('./compress-textures.ts')).compressTextures(file, folder)
    return (await import('./make-turntable.ts')).makeTurntable(file, folder)
  }
})
