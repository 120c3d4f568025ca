import * as contract from '@veranda/contract/commissions/pins/routes.ts'
import { type AddPinBody, type Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import { boxPart } from '@veranda/core/geometry/testing/shapes.ts'
import { type PartMesh } from '@veranda/core/geometry/part-meshes.ts'
import { type TestUser, type TestApp } from '../../../testing/test-app.ts'
import { deliverModel } from './delivered-model.ts'
import { acceptedCommission, type CommissionScenario } from './commission-scenario.ts'

/** A milestone with one version that contains the model of a chair. */
export type PinScenario = { scenario: CommissionScenario; milestoneId: string; deliverableId: string; assetId: string }

export const chair = (seat: number) => [
  boxPart('Seat', { x: -0.22, y: seat, z: -0.22 }, { x: 0.22, y: seat + 0.03, z: 0.22 }, 4),
  boxPart('Leg', { x: 0, y: 0, z: 0 }, { x: 0.04, y: 0.4, z: 0.04 }),
]

const view: AddPinBody['view'] = {
  eye: [1, 1, 1],
  target: [0, 0, 0],
  settings: { hidden: [], explode: 0, section: null, wireframe: false, light: 'studio', sizes: false },
}

export async function deliveredChair(app: TestApp): Promise<PinScenario> {
  const scenario = await acceptedCommission(app)
  await scenario.fund()
  const version = await addVersion(scenario, chair(0.45))
  await app.runUntilIdle()
  return { scenario, milestoneId: (await scenario.milestone()).id, ...version }
}

/** Adds another version as a draft. Runs no event handler. */
export function addVersion(scenario: CommissionScenario, parts: readonly PartMesh[]) {
  return deliverModel({ app: scenario.app, parties: scenario.parties, milestone: () => scenario.milestone() }, parts)
}

/** Builds a pin on top of the seat of the first version. */
export const seatPinBody = ({ deliverableId, assetId }: PinScenario, more: Partial<AddPinBody> = {}): AddPinBody => ({
  deliverableId,
  assetId,
  part: 'Seat',
  position: { x: 0.1, y: 0.48, z: 0 },
  normal: { x: 0, y: 1, z: 0 },
  view,
  text: 'The seat is too low',
  change: false,
  ...more,
})

export async function addPin(scene: PinScenario, by: TestUser, more: Partial<AddPinBody> = {}): Promise<Pin> {
  const call = { params: { id: scene.milestoneId }, body: seatPinBody(scene, more) }
  return (await scene.scenario.app.injectAs(by, contract.addPin, call)).reply
}

export async function listPins({ scenario, milestoneId }: PinScenario, by: TestUser): Promise<Pin[]> {
  return (await scenario.app.injectAs(by, contract.listPins, { params: { id: milestoneId } })).reply.items
}
