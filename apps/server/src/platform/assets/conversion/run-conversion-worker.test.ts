import { afterEach, expect, test } from 'vitest'
import { ConverterCrashed, runConversionWorker } from './run-conversion-worker.ts'

const { execPath } = process
afterEach(() => {
  process.execPath = execPath
})

test('a worker that cannot be started is a crash of the conversion, and not of the server', async () => {
  const uncaughtErrors: string[] = []
  const noteUncaught = (error: unknown) => void uncaughtErrors.push(String(error))
  process.on('uncaughtException', noteUncaught)
  process.execPath = '/nonexistent/node'
  const started: number[] = []
  const conversion = runConversionWorker(
    { file: '/nonexistent/chair.glb', folder: '/nonexistent', task: 'convert' },
    { onProgress: () => undefined, onStart: (pid) => started.push(pid) },
  )
  await expect(conversion).rejects.toThrow(ConverterCrashed)
  // What a process emits without a listener comes after that.
  await new Promise((resolve) => setImmediate(resolve))
  process.off('uncaughtException', noteUncaught)
  expect({ started, uncaughtErrors }).toEqual({ started: [], uncaughtErrors: [] })
})
