import { readBatch } from '@veranda/core/rooms/batch.ts'
import { noPose, type Point, type Pose } from '@veranda/core/rooms/pose.ts'
import { sendEvery } from '@veranda/core/rooms/pose-rate.ts'
import { PoseTrack } from '@veranda/core/rooms/pose-track.ts'

type Device = 'headset' | 'desktop' | 'phone'
/** A device inside, by its slot and whose it is. */
export type Member = Pick<Somebody, 'slot' | 'personId' | 'device'>

/** Somebody else's device inside, as they are drawn in this frame. */
export type Somebody = {
  readonly slot: number
  readonly personId: string
  readonly device: Device
  readonly track: PoseTrack
  readonly pose: Pose
  /** 1 here, 0 gone or not yet seen. */
  presence: number
  /** How loud they speak, 0 to 1. */
  level: number
}

/** Everybody else in the room. A step of a frame takes nothing from the heap. */
export class People {
  readonly list: Somebody[] = []
  readonly #heard = noPose()
  #me = -1
  #now = 0
  readonly #push = (slot: number, pose: Pose) => {
    if (slot !== this.#me) this.find(slot)?.track.push(pose, this.#now)
  }

  /** Oneself is not drawn. */
  setMe(slot: number): void {
    this.#me = slot
    this.keep(this.list)
  }

  /** Who is inside now; those who stay keep where they are. A slot that goes to somebody else begins anew. */
  keep(members: readonly Member[]): void {
    const kept = members.filter(({ slot }) => slot !== this.#me)
    const known = kept.map((member) => this.list.find((one) => isSame(one, member)) ?? enter(member))
    this.list.splice(0, this.list.length, ...known)
  }

  hear(batch: DataView, now: number): void {
    this.#now = now
    readBatch(batch, this.#heard, this.#push)
  }

  find(slot: number): Somebody | undefined {
    for (const one of this.list) if (one.slot === slot) return one
    return undefined
  }

  /** Puts everybody where they are at `now`; whether anybody moved. */
  step(now: number): boolean {
    let moved = false
    for (const one of this.list) {
      const { head, left, right } = one.pose
      const before = sumOf(head) + sumOf(left) * 3 + sumOf(right) * 7 + one.pose.presses + one.presence
      one.presence = one.track.show(now, one.pose)
      moved ||= before !== sumOf(head) + sumOf(left) * 3 + sumOf(right) * 7 + one.pose.presses + one.presence
    }
    return moved
  }
}

function isSame(one: Member, other: Member): boolean {
  return one.slot === other.slot && one.device === other.device && one.personId === other.personId
}

function enter({ slot, personId, device }: Member): Somebody {
  const track = new PoseTrack(sendEvery[device] * 2)
  return { slot, personId, device, track, pose: noPose(), presence: 0, level: 0 }
}

function sumOf({ px, py, pz, qx, qy, qz, qw }: Point): number {
  return px + py * 1.7 + pz * 2.3 + qx * 5.1 + qy * 6.7 + qz * 7.9 + qw * 8.3
}
