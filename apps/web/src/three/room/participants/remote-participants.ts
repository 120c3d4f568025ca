import { type DeviceKind } from '@veranda/contract/rooms/connection/messages.ts'
import { readPoseBatch } from '@veranda/core/rooms/connection/pose-batch.ts'
import { createPose, type PosePoint, type Pose } from '@veranda/core/rooms/connection/pose.ts'
import { poseIntervalMs } from './pose-send-rate.ts'
import { PoseInterpolator } from './pose-interpolation.ts'

/** A device in the room: its participant slot, user and kind. */
export type ParticipantIdentity = Pick<RemoteParticipant, 'participantSlot' | 'userId' | 'device'>

/** A device of another participant, as drawn in this frame. */
export type RemoteParticipant = {
  readonly participantSlot: number
  readonly userId: string
  readonly device: DeviceKind
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
  #localParticipantSlot = -1
  #now = 0
  readonly #pushPose = (participantSlot: number, pose: Pose) => {
    if (participantSlot !== this.#localParticipantSlot) this.find(participantSlot)?.track.push(pose, this.#now)
  }

  /** Sets the participant slot of the local user, who is not drawn. */
  setLocalParticipantSlot(participantSlot: number): void {
    this.#localParticipantSlot = participantSlot
    this.setParticipants(this.list)
  }

  /** Sets who is in the room; those who stay keep their pose. A participant slot taken by another user starts fresh. */
  setParticipants(identities: readonly ParticipantIdentity[]): void {
    const others = identities.filter(({ participantSlot }) => participantSlot !== this.#localParticipantSlot)
    const next = others.map(
      (identity) => this.list.find((participant) => isSameDevice(participant, identity)) ?? createParticipant(identity),
    )
    this.list.splice(0, this.list.length, ...next)
  }

  receiveBatch(batch: DataView, now: number): void {
    this.#now = now
    readPoseBatch(batch, this.#receivedPose, this.#pushPose)
  }

  find(participantSlot: number): RemoteParticipant | undefined {
    for (const participant of this.list) if (participant.participantSlot === participantSlot) return participant
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
  return (
    participant.participantSlot === other.participantSlot &&
    participant.device === other.device &&
    participant.userId === other.userId
  )
}

function createParticipant({ participantSlot, userId, device }: ParticipantIdentity): RemoteParticipant {
  const track = new PoseInterpolator(poseIntervalMs[device] * 2)
  return { participantSlot, userId, device, track, pose: createPose(), presence: 0, voiceLevel: 0 }
}

function poseChecksum({ px, py, pz, qx, qy, qz, qw }: PosePoint): number {
  return px + py * 1.7 + pz * 2.3 + qx * 5.1 + qy * 6.7 + qz * 7.9 + qw * 8.3
}
