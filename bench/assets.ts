import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ModelBuilder, paintTexture } from '../apps/server/seed/assets/model-builder.ts'
import { gridSurface } from '../apps/server/seed/assets/shapes.ts'
import { runConversionWorker } from '../apps/server/src/platform/assets/conversion/run-conversion-worker.ts'
import { readGlb } from '../apps/server/src/platform/assets/inspection/glb.ts'
import { cpuSeconds } from './support/cpu-time.ts'
import { type BenchResult } from './support/result.ts'

const partCount = 10
const bytesPerMib = 1_048_576

/**
 * Measures the time from the last byte of a heavy model (95 MB, a million triangles) to its first rendition, and the
 * size of the renditions.
 */
export async function benchAssets(): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'veranda-bench-works-'))
  try {
    const file = join(folder, 'heavy.glb')
    await writeFile(file, await buildHeavyModel())
    const { size } = await stat(file)
    const startedAt = performance.now()
    const worker = { pid: 0, processor: 0 }
    const sampler = setInterval(() => (worker.processor = Math.max(worker.processor, cpuSeconds(worker.pid))), 50)
    const watch = { onStart: (pid: number) => (worker.pid = pid), onProgress: () => undefined }
    const result = await runConversionWorker({ file, folder, task: 'convert' }, watch).finally(() =>
      clearInterval(sampler),
    )
    const seconds = (performance.now() - startedAt) / 1_000
    if (!result.ok) throw new Error(`heavy model refused: ${result.refusal.code}`)
    const { renditionBytes: made, facts } = result.value
    const modelLabel = `${Math.round(size / 1_000_000)} MB, ${Math.round((facts?.triangles ?? 0) / 1_000)} k triangles`
    return [
      {
        name: `first rendition of a model of ${modelLabel}, CPU time`,
        unit: 's',
        ours: worker.processor,
        target: { max: 30 },
      },
      { name: 'the same, wall-clock time', unit: 's', ours: seconds },
      {
        name: 'the same: size of the web rendition',
        unit: 'MiB',
        ours: (made.model ?? 0) / bytesPerMib,
        target: { max: 5 },
      },
      {
        name: 'the same: size of the headset rendition',
        unit: 'MiB',
        ours: (made.headset ?? 0) / bytesPerMib,
        target: { max: 5 },
      },
      {
        name: 'the same: draw calls on a headset',
        unit: '',
        ours: await countDraws(join(folder, 'headset.glb')),
        target: { max: 40 },
      },
      { name: 'the same: largest deviation from the source', unit: 'mm', ours: (facts?.deviation ?? 0) * 1_000 },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Builds ten bodies of 100,000 triangles and five textures of 2112 × 2112 pixels, stored as large as possible. */
async function buildHeavyModel(): Promise<Uint8Array> {
  const model = new ModelBuilder('Heavy')
  const materials = await Promise.all(
    Array.from({ length: 5 }, async (_, index) => {
      return model.addMaterial({ name: `Stone ${index}`, color: [1, 1, 1], texture: await paintMarble(index) })
    }),
  )
  for (let part = 0; part < partCount; part += 1) {
    const body = gridSurface(250, 200, (u, v) => {
      const [a, b] = [u * Math.PI * 2, v * Math.PI * 2]
      const out =
        0.12 + 0.004 * Math.sin(a * 23 + part) * Math.sin(b * 11) + 0.0015 * Math.sin(a * 67) * Math.sin(b * 41)
      const ring = 0.3 + Math.cos(b) * out
      return [Math.cos(a) * ring, Math.sin(b) * out + part * 0.28, Math.sin(a) * ring]
    })
    const material = materials[part % materials.length]
    if (material) model.addPart(`Body ${part + 1}`, body, material)
  }
  return model.toGlb()
}

function paintMarble(index: number): Promise<Buffer> {
  const size = 2_112
  const shade = (u: number, v: number): readonly [number, number, number] => {
    const [x, y] = [Math.round(u * size), Math.round(v * size)]
    const vein = Math.sin(x / 70 + 3 * Math.sin(y / 110 + index)) + 0.5 * Math.sin(y / 23 + x / 41)
    const grain = (((Math.imul(x * 73_856_093, y * 19_349_663) >>> 13) & 7) - 3) / 255
    return [0.47 + vein * 0.12 + grain, 0.47 + vein * 0.15 + grain, 0.47 + vein * 0.18 + grain]
  }
  return paintTexture(size, shade, 0)
}

async function countDraws(path: string): Promise<number> {
  const glb = readGlb(await readFile(path))
  if (!glb.ok) throw new Error('no headset rendition was made')
  // JSON written by our own exporter.
  const { nodes, meshes } = glb.value.json as { nodes: { mesh?: number }[]; meshes: { primitives: unknown[] }[] }
  return nodes.reduce((sum, { mesh }) => sum + (mesh === undefined ? 0 : (meshes[mesh]?.primitives.length ?? 0)), 0)
}
