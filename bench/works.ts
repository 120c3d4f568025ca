import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Model, texture } from '../apps/server/seed/works/model.ts'
import { surface } from '../apps/server/seed/works/shape.ts'
import { runConverter } from '../apps/server/src/works/convert/run-converter.ts'
import { readGlb } from '../apps/server/src/works/check/read-glb.ts'
import { cpuOf } from './cpu.ts'
import { type Line } from './line.ts'

const parts = 10
const mebibyte = 1_048_576

/** From the last byte of a heavy model, 95 MB and a million triangles, to the first look at it, and what is sent of it. */
export async function benchWorks(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'veranda-bench-works-'))
  try {
    const file = join(folder, 'heavy.glb')
    await writeFile(file, await makeHeavy())
    const { size } = await stat(file)
    const began = performance.now()
    const worker = { pid: 0, processor: 0 }
    const sampler = setInterval(() => (worker.processor = Math.max(worker.processor, cpuOf(worker.pid))), 50)
    const watch = { onStart: (pid: number) => (worker.pid = pid), onProgress: () => undefined }
    const result = await runConverter({ file, folder, task: 'convert' }, watch).finally(() => clearInterval(sampler))
    const seconds = (performance.now() - began) / 1_000
    if (!result.ok) throw new Error(`the heavy model was refused: ${result.refusal.code}`)
    const { made, facts } = result.value
    const of = `${Math.round(size / 1_000_000)} MB, ${Math.round((facts?.triangles ?? 0) / 1_000)} k triangles`
    return [
      { what: `first look at a model of ${of}, processor`, unit: 's', ours: worker.processor, bar: { most: 30 } },
      { what: 'the same by the clock, with whatever else runs here', unit: 's', ours: seconds },
      { what: 'the same: bytes to look at', unit: 'MiB', ours: (made.model ?? 0) / mebibyte, bar: { most: 5 } },
      { what: 'the same: bytes for a headset', unit: 'MiB', ours: (made.headset ?? 0) / mebibyte, bar: { most: 5 } },
      {
        what: 'the same: draws on a headset',
        unit: '',
        ours: await drawsOf(join(folder, 'headset.glb')),
        bar: { most: 40 },
      },
      { what: 'the same: largest distance from the original', unit: 'mm', ours: (facts?.tolerance ?? 0) * 1_000 },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Ten bodies of 100 000 triangles and five textures of 2112 × 2112 pixels, stored as large as they can be. */
async function makeHeavy(): Promise<Uint8Array> {
  const model = new Model('Heavy')
  const materials = await Promise.all(
    Array.from({ length: 5 }, async (_, index) => {
      return model.material({ name: `Stone ${index}`, color: [1, 1, 1], texture: await makeTexture(index) })
    }),
  )
  for (let part = 0; part < parts; part += 1) {
    const body = surface(250, 200, (u, v) => {
      const [a, b] = [u * Math.PI * 2, v * Math.PI * 2]
      const out =
        0.12 + 0.004 * Math.sin(a * 23 + part) * Math.sin(b * 11) + 0.0015 * Math.sin(a * 67) * Math.sin(b * 41)
      const ring = 0.3 + Math.cos(b) * out
      return [Math.cos(a) * ring, Math.sin(b) * out + part * 0.28, Math.sin(a) * ring]
    })
    const material = materials[part % materials.length]
    if (material) model.part(`Body ${part + 1}`, body, material)
  }
  return model.bytes()
}

function makeTexture(index: number): Promise<Buffer> {
  const size = 2_112
  const shade = (u: number, v: number): readonly [number, number, number] => {
    const [x, y] = [Math.round(u * size), Math.round(v * size)]
    const vein = Math.sin(x / 70 + 3 * Math.sin(y / 110 + index)) + 0.5 * Math.sin(y / 23 + x / 41)
    const grain = (((Math.imul(x * 73_856_093, y * 19_349_663) >>> 13) & 7) - 3) / 255
    return [0.47 + vein * 0.12 + grain, 0.47 + vein * 0.15 + grain, 0.47 + vein * 0.18 + grain]
  }
  return texture(size, shade, 0)
}

async function drawsOf(path: string): Promise<number> {
  const glb = readGlb(await readFile(path))
  if (!glb.ok) throw new Error('no version for headsets was made')
  // Our own writer's JSON.
  const { nodes, meshes } = glb.value.json as { nodes: { mesh?: number }[]; meshes: { primitives: unknown[] }[] }
  return nodes.reduce((sum, { mesh }) => sum + (mesh === undefined ? 0 : (meshes[mesh]?.primitives.length ?? 0)), 0)
}
