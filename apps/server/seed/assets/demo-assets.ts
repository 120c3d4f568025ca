import { makePavilion, makeTotem } from './works/architecture.ts'
import { makeFoxMascot, makeGuideAvatar } from './works/characters.ts'
import { makeRing, makeWatch } from './works/jewellery.ts'
import { makePendantLamp } from './works/lamps.ts'
import { makeDrone, makeFireExtinguisher, makePropeller, makeValveTrainer } from './works/machines.ts'
import { makeLighthouse, makeMarketStall, makeTownQuarter } from './works/places.ts'
import { makeMonstera } from './works/plants.ts'
import { makeTileBathroom } from './works/rooms.ts'
import { makeDesk, makeSofa, makeStool } from './works/seating.ts'
import { makeConcertStage, makeOperaSet } from './works/stages.ts'
import { makeTeaSet } from './works/tableware.ts'
import { makeCityCar, makeDinghy } from './works/vehicles.ts'
import { makeHeadphones, makeSneaker } from './works/wearables.ts'
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
  'camera-drone.glb': makeDrone,
  'city-car.glb': makeCityCar,
  'concert-stage.glb': makeConcertStage,
  'fire-extinguisher.glb': makeFireExtinguisher,
  'garden-pavilion.glb': makePavilion,
  'guide-avatar.glb': makeGuideAvatar,
  'headphones.glb': makeHeadphones,
  'lantern-fox.glb': makeFoxMascot,
  'lighthouse.glb': makeLighthouse,
  'market-stall.glb': makeMarketStall,
  'monstera.glb': makeMonstera,
  'opera-set.glb': makeOperaSet,
  'pendant-lamp.glb': makePendantLamp,
  'propeller.glb': makePropeller,
  'sailing-dinghy.glb': makeDinghy,
  'sapphire-ring.glb': makeRing,
  'ship-valve-trainer.glb': makeValveTrainer,
  'sneaker.glb': makeSneaker,
  'sofa.glb': makeSofa,
  'stool.glb': makeStool,
  'tea-set.glb': makeTeaSet,
  'tile-bathroom.glb': makeTileBathroom,
  'town-quarter.glb': makeTownQuarter,
  'wayfinding-totem.glb': makeTotem,
  'wristwatch.glb': makeWatch,
  'writing-desk.glb': makeDesk,
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
