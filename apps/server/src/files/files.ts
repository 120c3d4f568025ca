import { type DueHandler } from '../due/due.ts'
import { type Worker } from '../jobs/jobs.ts'
import { cleanPicture } from './clean-picture.ts'
import { forgetUnused } from './forget-picture.ts'
import { forgetLeft } from './write-picture.ts'

/** The timers and queues of pictures. */
export const fileTimers: readonly DueHandler[] = [forgetUnused, forgetLeft]
export const fileQueues: readonly Worker[] = [cleanPicture]
