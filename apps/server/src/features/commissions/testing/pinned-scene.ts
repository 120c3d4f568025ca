import * as contract from '@veranda/contract/pins/routes.ts'
import { type AddPinBody, type Pin } from '@veranda/contract/pins/schemas.ts'
import { box } from '@veranda/core/geometry/test-shapes.ts'
import { type PartMesh } from '@veranda/core/geometry/part-meshes.ts'
import { type Person, type TestApp } from '../../../testing/test-app.ts'
import { deliverModel } from './delivered-model.ts'
import { accepted, type Story } from './story.ts'

/** A milestone with one version, whose model is a chair. */
export type Scene = { story: Story; milestoneId: string; deliverableId: string; workId: string }

export const chair = (seat: number) => [
  box('Seat', { x: -0.22, y: seat, z: -0.22 }, { x: 0.22, y: seat + 0.03, z: 0.22 }, 4),
  box('Leg', { x: 0, y: 0, z: 0 }, { x: 0.04, y: 0.4, z: 0.04 }),
]

const view: AddPinBody['view'] = {
  eye: [1, 1, 1],
  target: [0, 0, 0],
  settings: { hidden: [], explode: 0, section: null, wireframe: false, light: 'studio', sizes: false },
}

export async function delivered(app: TestApp): Promise<Scene> {
  const story = await accepted(app)
  await story.fund()
  const made = await addVersion(story, chair(0.45))
  await app.settle()
  return { story, milestoneId: (await story.milestone()).id, ...made }
}

/** One more version, kept as a draft. Nothing has reacted to it yet. */
export function addVersion(story: Story, parts: readonly PartMesh[]) {
  return deliverModel({ app: story.app, people: story.people, milestone: () => story.milestone() }, parts)
}

/** A pin on top of the seat of the first version. */
export const onSeat = ({ deliverableId, workId }: Scene, more: Partial<AddPinBody> = {}): AddPinBody => ({
  deliverableId,
  workId,
  part: 'Seat',
  position: { x: 0.1, y: 0.48, z: 0 },
  normal: { x: 0, y: 1, z: 0 },
  view,
  text: 'The seat is too low',
  change: false,
  ...more,
})

export async function add(scene: Scene, by: Person, more: Partial<AddPinBody> = {}): Promise<Pin> {
  const call = { params: { id: scene.milestoneId }, body: onSeat(scene, more) }
  return (await scene.story.app.injectAs(by, contract.addPin, call)).reply
}

export async function list({ story, milestoneId }: Scene, by: Person): Promise<Pin[]> {
  return (await story.app.injectAs(by, contract.listPins, { params: { id: milestoneId } })).reply.items
}
