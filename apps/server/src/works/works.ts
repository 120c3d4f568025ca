import { type DueHandler } from '../due/due.ts'
import { type Worker } from '../jobs/jobs.ts'
import { compressWork } from './convert/compress-work.ts'
import { convertWork } from './convert/convert-work.ts'
import { forgetOriginal } from './remove-work.ts'
import { cleanUp, sweepUpload } from './uploads/sweep.ts'

/** The timers and queues of uploads and works. */
export const workTimers: readonly DueHandler[] = [sweepUpload, forgetOriginal]
export const workQueues: readonly Worker[] = [convertWork, compressWork, cleanUp]
