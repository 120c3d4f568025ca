import { type DueHandler } from '../due/due.ts'
import { type Worker } from '../jobs/jobs.ts'
import { cleanPicture, forgetUnused } from './forget-picture.ts'

/** The timers and queues of pictures. */
export const fileTimers: readonly DueHandler[] = [forgetUnused]
export const fileQueues: readonly Worker[] = [cleanPicture]
