import { compressTextures } from './works/convert/compress-textures.ts'
import { convertFile } from './works/convert/convert-file.ts'
import { type Progress } from './works/convert/convert-model.ts'
import { type ConvertNews, type ConvertOrder } from './works/convert/messages.ts'

/** The worker process: looks at one file, says what came of it, and is ended by its parent. Without one it ends itself. */
const say = (news: ConvertNews) => process.send?.(news)

process.on('disconnect', () => process.exit(1))
process.once('message', (message) => {
  // Only our own parent speaks on this channel.
  const { file, folder, task } = message as ConvertOrder
  const progress: Progress = (stage, share) => say({ say: 'progress', stage, progress: share })
  const work = task === 'compress' ? compressTextures(file, folder) : convertFile(file, folder, progress)
  void work.then(
    (result) => {
      if (result.ok) say({ say: 'done', converted: result.value })
      else say({ say: 'refused', refusal: result.refusal })
    },
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
