import { type TimerHandler } from '../timers/timers.ts'
import { deleteUnusedImageBytes } from './stored-files/delete-unused-image-bytes.ts'
import { expireUnusedFile } from './stored-files/remove-stored-file.ts'
import { deleteUnclaimedBytes } from './stored-files/write-image-bytes.ts'
import { type Worker } from '../jobs/worker.ts'
import { compressAsset } from './conversion/compress-asset.ts'
import { convertAsset } from './conversion/convert-asset.ts'
import { deleteUnusedSource } from './remove-asset.ts'
import { deleteUnusedBytes, expireUpload } from './uploads/upload-expiry.ts'

/** Timers and jobs of uploads and assets. */
export const assetTimers: readonly TimerHandler[] = [expireUpload, deleteUnusedSource]
export const assetJobs: readonly Worker[] = [convertAsset, compressAsset, deleteUnusedBytes]

/** Timers and jobs of stored files. */
export const storedFileTimers: readonly TimerHandler[] = [expireUnusedFile, deleteUnclaimedBytes]
export const storedFileJobs: readonly Worker[] = [deleteUnusedImageBytes]
