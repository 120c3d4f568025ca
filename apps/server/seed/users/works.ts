import type { DemoAssetName } from '../assets/demo-assets.ts'
import type { WorkOrder } from '../assets/converted-works.ts'
import { type CreatorKey, creators } from './creators.ts'

/** `full` is what people see; `small` has few models that creators share, so that tests are seeded fast. */
export type DemoWorldSize = 'full' | 'small'

/** A model in a portfolio, or another picture of the model before it. */
export type PortfolioWork = {
  readonly title: string
  readonly asset: DemoAssetName
  readonly picture: number
  /** Visitors can open the model itself. */
  readonly hasModel: boolean
}

type Side = { readonly title: string; readonly turn: number }

/** Other pictures of a work: what is added to its title, and the angle from the front to the right in radians. */
const sides: readonly Side[] = [
  { title: ' from the left', turn: -0.7 },
  { title: ' from behind', turn: 2.5 },
]

/** The same for rooms and stages, which show nothing behind their walls. */
const openSides: readonly Side[] = [
  { title: ' from the front', turn: 0.2 },
  { title: ' from the right', turn: 1.1 },
]
const openWorks: readonly DemoAssetName[] = ['tile-bathroom.glb', 'opera-set.glb', 'small-library.glb']

const sidesOf = (asset: DemoAssetName): readonly Side[] => (openWorks.includes(asset) ? openSides : sides)

type Work = readonly [title: string, asset: DemoAssetName]

const portfolios: Readonly<Record<CreatorKey, readonly Work[]>> = {
  kenji: [
    ['Three-rail chair', 'reading-chair-v1.glb'],
    ['Stool with back', 'stool.glb'],
    ['Writing desk', 'writing-desk.glb'],
  ],
  sofia: [['Arch for an opera', 'opera-set.glb']],
  tomas: [
    ['Museum guide', 'guide-avatar.glb'],
    ['Diving helmet', 'helmet.glb'],
  ],
  amara: [['Market stall', 'market-stall.glb']],
  lucas: [
    ['Pendant lamp', 'pendant-lamp.glb'],
    ['Desk lamp', 'desk-lamp.glb'],
  ],
  mei: [['Extinguisher drill', 'fire-extinguisher.glb']],
  noor: [['Wayfinding totem', 'wayfinding-totem.glb']],
  oskar: [
    ['Bent propeller', 'propeller.glb'],
    ['Knot study', 'knot-study.glb'],
  ],
  priya: [
    ['Sapphire ring', 'sapphire-ring.glb'],
    ['Wristwatch', 'wristwatch.glb'],
  ],
  jonas: [['Small library', 'small-library.glb']],
  elif: [['Tea for two', 'tea-set.glb']],
  marco: [['City car', 'city-car.glb']],
  ana: [['Monstera', 'monstera.glb']],
  samir: [['Ship valve trainer', 'ship-valve-trainer.glb']],
  yuki: [['Lantern fox', 'lantern-fox.glb']],
  clara: [['Sofa for two', 'sofa.glb']],
  diego: [['Headphones', 'headphones.glb']],
  wei: [['Town quarter', 'town-quarter.glb']],
  fatima: [['Tile bathroom', 'tile-bathroom.glb']],
  ben: [['Concert stage', 'concert-stage.glb']],
  ingrid: [
    ['Sailing dinghy', 'sailing-dinghy.glb'],
    ['Lighthouse', 'lighthouse.glb'],
  ],
  rosa: [['Running shoe', 'sneaker.glb']],
  theo: [
    ['Camera drone', 'camera-drone.glb'],
    ['Kinetic mobile', 'kinetic-mobile.glb'],
  ],
  leila: [['Garden pavilion', 'garden-pavilion.glb']],
}

/** Models that creators share in a small world, by their subject. */
const sharedAssets = {
  chair: 'reading-chair-v1.glb',
  stage: 'small-library.glb',
  avatar: 'helmet.glb',
  garden: 'kinetic-mobile.glb',
  lamp: 'desk-lamp.glb',
  workshop: 'small-library.glb',
  tower: 'knot-study.glb',
} as const

/** Returns the three items of a creator's portfolio: their works, then other sides of the first one. */
export function portfolioOf(key: CreatorKey, size: DemoWorldSize): readonly PortfolioWork[] {
  const works = portfolios[key]
  const items = works.map(([title, asset], index): PortfolioWork => ({
    title,
    asset: inSize(asset, key, size),
    picture: 0,
    hasModel: size === 'full' || index === 0,
  }))
  const [first] = items
  if (!first) return []
  const more = sidesOf(first.asset)
    .slice(0, 3 - items.length)
    .map((side, index) => ({
      ...first,
      title: `${first.title}${side.title}`,
      picture: index + 1,
      hasModel: false,
    }))
  return [...items, ...more]
}

function inSize(asset: DemoAssetName, key: CreatorKey, size: DemoWorldSize): DemoAssetName {
  const creator = creators.find((one) => one.key === key)
  return size === 'full' || !creator ? asset : sharedAssets[creator.subject]
}

/** Lists the models of a world in the order in which they are needed. */
export function workOrders(size: DemoWorldSize): WorkOrder[] {
  const pictures = new Map<DemoAssetName, number>()
  for (const { key } of creators) {
    for (const { asset, picture } of portfolioOf(key, size)) {
      pictures.set(asset, Math.max(pictures.get(asset) ?? 0, size === 'full' ? picture : 0))
    }
  }
  pictures.set('reading-chair-v2.glb', 0)
  const maxWidth = size === 'full' ? 960 : 320
  return Array.from(pictures, ([name, count]) => {
    const turns = sidesOf(name).slice(0, count)
    return { name, turns: turns.map(({ turn }) => turn), maxWidth }
  })
}
