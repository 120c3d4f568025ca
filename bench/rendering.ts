import { builtinEnvironments } from 'vitest/runtime'
import { databaseUrl } from '../e2e/support/paths.ts'
import { runProgram, startServer } from '../e2e/support/server/server-process.ts'
import { findChromium } from '../tools/chromium.ts'
import { type BenchResult } from './support/result.ts'
import { type BenchDatabase } from './support/bench-database.ts'

const frameCount = 10_000
const bytesPerKib = 1_024

/** Measures the draw calls and triangles of the demo world's upcoming room, and the heap growth of 10,000 frames. */
export async function benchRendering(database: BenchDatabase): Promise<BenchResult[]> {
  const { desktop, eye } = await renderDemoRoom(database)
  const page = await builtinEnvironments.jsdom.setup(globalThis, {})
  // Imported late, because it needs the jsdom document.
  const { runFrames } = await import('../apps/web/src/three/room/testing/frame-run.ts')
  const { heapGrowthBytes } = runFrames(frameCount)
  await page.teardown(globalThis)
  return [
    { name: 'demo room in a headset: draw calls per eye', unit: '', ours: eye.draws, target: { max: 50 } },
    { name: 'the same: triangles per eye', unit: 'k', ours: eye.triangles / 1_000 },
    { name: 'demo room on a desktop: draw calls', unit: '', ours: desktop.draws, target: { max: 50 } },
    { name: 'the same: triangles', unit: 'k', ours: desktop.triangles / 1_000 },
    {
      name: 'heap growth of 10,000 room frames',
      unit: 'KiB',
      ours: heapGrowthBytes / bytesPerKib,
      target: { max: 96 },
    },
  ]
}

async function renderDemoRoom(database: BenchDatabase) {
  const chromium = findChromium()
  if (chromium === undefined) throw new Error('no Chromium found: install it, or set CHROMIUM_PATH')
  process.env['CHROMIUM_PATH'] = chromium
  // Imported late, because CHROMIUM_PATH is read on import.
  const { measureDemoRoom } = await import('../e2e/rooms/demo-room-rendering.ts')
  const url = databaseUrl(database.databaseUrl, 'bench_demo')
  await database.sql.query('drop database if exists bench_demo with (force)')
  await database.sql.query('create database bench_demo')
  await runProgram('apps/server/seed/main.ts', url, ['--small'])
  const server = await startServer(url)
  try {
    return await measureDemoRoom(server.url)
  } finally {
    await server.stop()
  }
}
