import { makeChair } from './chair.ts'
import { makeHelmet } from './helmet.ts'
import { makeLamp } from './lamp.ts'
import { makeMobile } from './mobile.ts'
import { makeRoom } from './room.ts'
import { makeSculpture } from './sculpture.ts'

const makers = {
  'reading-chair-v1.glb': () => makeChair(1),
  'reading-chair-v2.glb': () => makeChair(2),
  'desk-lamp.glb': makeLamp,
  'helmet.glb': makeHelmet,
  'small-library.glb': makeRoom,
  'kinetic-mobile.glb': makeMobile,
  'knot-study.glb': makeSculpture,
} as const satisfies Record<string, () => Promise<Uint8Array>>

/** The name of a work of the demo world, as its file is called. */
export type WorkName = keyof typeof makers

const made = new Map<WorkName, Promise<Uint8Array>>()

/** The bytes of a work; made once however many people show it. */
export function workBytes(name: WorkName): Promise<Uint8Array> {
  const bytes = made.get(name) ?? makers[name]()
  made.set(name, bytes)
  return bytes
}
