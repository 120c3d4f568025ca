import { makeChair } from './chair.ts'
import { makeHelmet } from './helmet.ts'
import { makeLamp } from './lamp.ts'
import { makeMobile } from './mobile.ts'
import { makeLibrary } from './library.ts'
import { makeSculpture } from './sculpture.ts'

const modelMakers = {
  'reading-chair-v1.glb': () => makeChair(1),
  'reading-chair-v2.glb': () => makeChair(2),
  'desk-lamp.glb': makeLamp,
  'helmet.glb': makeHelmet,
  'small-library.glb': makeLibrary,
  'kinetic-mobile.glb': makeMobile,
  'knot-study.glb': makeSculpture,
} as const satisfies Record<string, () => Promise<Uint8Array>>

/** File name of an asset in the demo world. */
export type DemoAssetName = keyof typeof modelMakers

const builtAssets = new Map<DemoAssetName, Promise<Uint8Array>>()

/** Returns the bytes of a demo asset. Builds it once, however many users show it. */
export function demoAssetBytes(name: DemoAssetName): Promise<Uint8Array> {
  const bytes = builtAssets.get(name) ?? modelMakers[name]()
  builtAssets.set(name, bytes)
  return bytes
}
