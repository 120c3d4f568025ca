/** Grace period for the placement record to arrive after a release. */
const recordGraceMs = 1_000

type GrabLockActions = {
  /** Cancels the local grab. */
  readonly cancelLocalGrab: () => void
  /** Restores the placement of the room's record. */
  readonly restorePlacement: () => void
}

/**
 * Tracks who has grabbed the asset. After a release it keeps its new placement if the record arrives in time, else it
 * returns to the recorded one.
 */
export class GrabLock {
  /** Slot of the local user. */
  localParticipantSlot = -1
  #holder: number | undefined
  #restoreTimer: ReturnType<typeof setTimeout> | undefined
  readonly #actions: GrabLockActions

  constructor(actions: GrabLockActions) {
    this.#actions = actions
  }

  /** Another participant has grabbed the asset. */
  get grabbedByOther(): boolean {
    return this.#holder !== undefined && this.#holder !== this.localParticipantSlot
  }

  setHolder(holder: number | undefined): void {
    const released = this.#holder !== undefined && holder === undefined
    this.#holder = holder
    clearTimeout(this.#restoreTimer)
    if (released) this.#restoreTimer = setTimeout(() => this.#actions.restorePlacement(), recordGraceMs)
    if (this.grabbedByOther) this.#actions.cancelLocalGrab()
  }

  dispose(): void {
    clearTimeout(this.#restoreTimer)
  }
}
