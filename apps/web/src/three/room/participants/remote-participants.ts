import { readPoseBatch } from '@veranda/core/rooms/connection/pose-batch.ts'
import { createPose, type PosePoint, type Pose } from '@veranda/core/rooms/connection/pose.ts'
import { poseIntervalMs } from './pose-send-rate.ts'
import { PoseInterpolator } from './pose-interpolation.ts'

type Device = 'headset' | 'desktop' | 'phone'
/** A device in the room: its slot, user and kind. */
export type ParticipantIdentity = Pick<RemoteParticipant, 'slot' | 'userId' | 'device'>

/** A device of another participant, as drawn in this frame. */
export type RemoteParticipant = {
  readonly slot: number
  readonly userId: string
  readonly device: Device
  readonly track: PoseInterpolator
  readonly pose: Pose
  /** 1 present, 0 gone or not yet seen. */
  presence: number
  /** Loudness of the voice, 0 to 1. */
  voiceLevel: number
}

/** All other participants. Updating a frame allocates nothing. */
export class RemoteParticipants {
  readonly list: RemoteParticipant[] = []
  readonly #receivedPose = createPose()
  #localSlot = -1
  #now = 0
  readonly #pushPose = (slot: number, pose: Pose) => {
    if (slot !== this.#localSlot) this.find(slot)?.track.push(pose, this.#now)
  }

  /** Sets the slot of the local user, who is not drawn. */
  setLocalSlot(slot: number): void {
    this.#localSlot = slot
    this.setParticipants(this.list)
  }

  /** Sets who is in the room; those who stay keep their pose. A slot taken by another user starts fresh. */
  setParticipants(identities: readonly ParticipantIdentity[]): void {
    const others = identities.filter(({ slot }) => slot !== this.#localSlot)
    const next = others.map(
      (identity) => this.list.find((participant) => isSameDevice(participant, identity)) ?? createParticipant(identity),
    )
    this.list.splice(0, this.list.length, ...next)
  }

  receiveBatch(batch: DataView, now: number): void {
    this.#now = now
    readPoseBatch(batch, this.#receivedPose, this.#pushPose)
  }

  find(slot: number): RemoteParticipant | undefined {
    for (const participant of this.list) if (participant.slot === slot) return participant
    return undefined
  }

  /** Updates all poses to `now`. Returns whether anyone moved. */
  update(now: number): boolean {
    let moved = false
    for (const participant of this.list) {
      const { head, left, right } = participant.pose
      const before =
        poseChecksum(head) +
        poseChecksum(left) * 3 +
        poseChecksum(right) * 7 +
        participant.pose.buttons +
        participant.presence
      participant.presence = participant.track.sampleAt(now, participant.pose)
      moved ||=
        before !==
        poseChecksum(head) +
          poseChecksum(left) * 3 +
          poseChecksum(right) * 7 +
          participant.pose.buttons +
          participant.presence
    }
    return moved
  }
}

function isSameDevice(participant: ParticipantIdentity, other: ParticipantIdentity): boolean {
  return participant.slot === other.slot && participant.device === other.device && participant.userId === other.userId
}

function createParticipant({ slot, userId, device }: ParticipantIdentity): RemoteParticipant {
  const track = new PoseInterpolator(poseIntervalMs[device] * 2)
  return { slot, userId, device, track, pose: createPose(), presence: 0, voiceLevel: 0 }
}

function poseChecksum({ px, py, pz, qx, qy, qz, qw }: PosePoint): number {
  return px + py * 1.7 + pz * 2.3 + qx * 5.1 + qy * 6.7 + qz * 7.9 + qw * 8.3
}
