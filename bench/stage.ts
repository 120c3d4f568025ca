import { builtinEnvironments } from 'vitest/runtime'
import { databaseUrl } from '../e2e/support/global-setup.ts'
import { runToEnd, startServer } from '../e2e/support/server-process.ts'
import { findChromium } from '../tools/chromium.ts'
import { type Line } from './line.ts'
import { type World } from './world.ts'

const frames = 10_000
const kibibyte = 1_024

/** What the demo world's room of the hour asks of a graphics card, and what ten thousand of its frames leave behind. */
export async function benchStage(world: World): Promise<Line[]> {
  const { desktop, eye } = await drawDemo(world)
  const page = await builtinEnvironments.jsdom.setup(globalThis, {})
  // Its document is there now.
  const { runFrames } = await import('../apps/web/src/stage/room/test-frames.ts')
  const { grown } = runFrames(frames)
  await page.teardown(globalThis)
  return [
    { what: 'the seed room in a headset, draws an eye', unit: '', ours: eye.draws, bar: { most: 50 } },
    { what: 'the same: triangles an eye', unit: 'k', ours: eye.triangles / 1_000 },
    { what: 'the seed room on a desktop, draws', unit: '', ours: desktop.draws, bar: { most: 50 } },
    { what: 'the same: triangles', unit: 'k', ours: desktop.triangles / 1_000 },
    { what: 'heap that 10 000 frames of a room leave', unit: 'KiB', ours: grown / kibibyte, bar: { most: 96 } },
  ]
}

async function drawDemo(world: World) {
  const chromium = findChromium()
  if (chromium === undefined) throw new Error('No Chromium was found: install it, or set CHROMIUM_PATH')
  process.env['CHROMIUM_PATH'] = chromium
  // Which browser it is, is read once.
  const { drawSeedRoom } = await import('../e2e/rooms/seed-room.ts')
  const url = databaseUrl(world.databaseUrl, 'bench_demo')
  await world.sql.query('drop database if exists bench_demo with (force)')
  await world.sql.query('create database bench_demo')
  await runToEnd('apps/server/seed/main.ts', url)
  const server = await startServer(url)
  try {
    return await drawSeedRoom(server.url)
  } finally {
    await server.stop()
  }
}
