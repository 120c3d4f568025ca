import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { convertFile } from '../../src/platform/assets/conversion/convert-file.ts'
import { type RenditionName, renditionFileNames } from '../../src/platform/assets/conversion/worker-messages.ts'
import { loadGlb } from '../../src/platform/assets/model/load-glb.ts'
import { listSurfaces } from '../../src/platform/assets/model/surfaces.ts'
import { frameModel } from '../../src/platform/assets/rendering/camera.ts'
import { thumbnailSize } from '../../src/platform/assets/rendering/render-thumbnail.ts'
import { readPaints, renderModel } from '../../src/platform/assets/rendering/render-model.ts'
import type { ConvertedWork, WorkOrder } from './converted-works.ts'
import { demoAssetBytes } from './demo-assets.ts'

const pictureSize = { width: 640, height: 480 } as const

const folder = await mkdtemp(join(tmpdir(), 'veranda-works-'))
try {
  // Only converted-works.ts starts this thread.
  for (const order of workerData as readonly WorkOrder[]) parentPort?.postMessage(await convertOrder(order))
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function convertOrder({ name, turns, maxWidth }: WorkOrder): Promise<ConvertedWork> {
  const bytes = await demoAssetBytes(name)
  const file = join(folder, name)
  await writeFile(file, bytes)
  const converted = await convertFile(file, folder, () => undefined)
  if (!converted.ok || !converted.value.facts) throw new Error(`${name} was refused: ${JSON.stringify(converted)}`)
  const files: Partial<Record<RenditionName, Uint8Array>> = {}
  for (const rendition of ['model', 'headset', 'thumbnail', 'parts', 'shared'] as const) {
    if (converted.value.renditionBytes[rendition] === undefined) continue
    files[rendition] = await readFile(join(folder, renditionFileNames[rendition]))
  }
  const shown = files.thumbnail ? [await shrink(files.thumbnail, maxWidth)] : []
  if (turns.length > 0) {
    const loaded = await loadGlb(Buffer.from(bytes))
    if (!loaded.ok) throw new Error(`${name} cannot be read`)
    const surfaces = listSurfaces(loaded.value)
    const paints = await readPaints(surfaces)
    for (const turn of turns) {
      const { box } = converted.value.facts
      const pixels = renderModel(surfaces, paints, box, frameModel(surfaces, box, pictureSize, turn))
      const image = sharp(Buffer.from(pixels.buffer), { raw: { ...pictureSize, channels: 4 } })
      shown.push(await image.webp({ quality: 82, alphaQuality: 90 }).toBuffer())
    }
  }
  return { name, bytes, converted: converted.value, files, pictures: shown }
}

async function shrink(picture: Uint8Array, maxWidth: number): Promise<Uint8Array> {
  if (maxWidth >= thumbnailSize.width) return picture
  return sharp(picture).resize({ width: maxWidth }).webp().toBuffer()
}
