import { type BasisReply, type BasisTask } from './basis-textures.ts'

/*
 * Unpacks KTX2 textures with the transcoder of Basis Universal. A classic worker: the transcoder is a classic script.
 * It makes functions from strings, which only this worker's policy allows (decision 007).
 */

type LevelInfo = { readonly origWidth: number; readonly origHeight: number }
/** Members of the transcoder's class that are used. */
type Ktx2File = {
  isValid: () => boolean
  isUASTC: () => boolean
  getWidth: () => number
  getHeight: () => number
  getLevels: () => number
  getHasAlpha: () => boolean
  startTranscoding: () => boolean
  getImageLevelInfo: (level: number, layer: number, face: number) => LevelInfo
  getImageTranscodedSizeInBytes: (level: number, layer: number, face: number, code: number) => number
  transcodeImage: (
    into: Uint8Array,
    level: number,
    layer: number,
    face: number,
    code: number,
    flags: number,
    channel0: number,
    channel1: number,
  ) => boolean | number
  close: () => void
  delete: () => void
}
type BasisModule = { initializeBasis: () => void; KTX2File: new (bytes: Uint8Array) => Ktx2File }

declare function importScripts(url: string): void
declare const BASIS: (options: { locateFile: () => string }) => Promise<BasisModule>

let opened: Promise<BasisModule> | undefined

async function open({ transcoderUrl, binaryUrl }: BasisTask): Promise<BasisModule> {
  importScripts(transcoderUrl)
  const basis = await BASIS({ locateFile: () => binaryUrl })
  basis.initializeBasis()
  return basis
}

addEventListener('message', ({ data }: MessageEvent<BasisTask>) => {
  opened ??= open(data)
  void opened.then(
    (basis) => {
      const reply = transcode(basis, data)
      postMessage(reply, { transfer: 'levels' in reply ? reply.levels.map((level) => level.data.buffer) : [] })
    },
    (error: unknown) => postMessage({ id: data.id, problem: String(error) } satisfies BasisReply),
  )
})

function transcode({ KTX2File }: BasisModule, { id, bytes, targets }: BasisTask): BasisReply {
  const file = new KTX2File(new Uint8Array(bytes))
  try {
    if (!file.isValid()) return { id, problem: 'not a KTX2 file' }
    const [width, height] = [file.getWidth(), file.getHeight()]
    const alpha = file.getHasAlpha() ? 1 : 0
    const isWhole = width % 4 === 0 && height % 4 === 0
    const target = targets[file.isUASTC() ? 'uastc' : 'etc1s'].find(({ wholeBlocks }) => isWhole || !wholeBlocks)
    if (!target || !file.startTranscoding()) return { id, problem: 'no format to transcode to' }
    const code = target.codes[alpha]
    const levels = Array.from({ length: file.getLevels() }, (_, level) => {
      const { origWidth, origHeight } = file.getImageLevelInfo(level, 0, 0)
      const data = new Uint8Array(file.getImageTranscodedSizeInBytes(level, 0, 0, code))
      if (!file.transcodeImage(data, level, 0, 0, code, 0, -1, -1)) throw new Error(`level ${level} is damaged`)
      return { data, width: origWidth, height: origHeight }
    })
    return { id, width, height, format: target.formats[alpha], levels }
  } catch (error) {
    return { id, problem: String(error) }
  } finally {
    file.close()
    file.delete()
  }
}
