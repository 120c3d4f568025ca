import { type RoomCanvasEvents } from '../room/room-canvas.ts'
import { type PointerTools } from '../room/tools/pointer-tools.ts'
import { type Vector3 } from 'three'
import { type HandInput } from './hand-input.ts'

/** A hand may be out of the headset's sight for this long before what it holds is let go. */
const lostHandGraceSeconds = 0.2
/** Some headsets take their sources away this long before they report that the scene is out of sight. */
const hidingSeconds = 0.5

/** A button of a panel that a hand keeps pressed. */
export type HeldButton = { readonly hand: HandInput; readonly panel: string; readonly action: string }

type HandGrabDeps = {
  readonly tools: PointerTools
  readonly events: Pick<RoomCanvasEvents, 'onPanelHold'>
  /** Tip of the pen of a hand that draws. */
  readonly penTipOf: (hand: HandInput) => Vector3 | undefined
}

/** Keeps what the hands grab: a button that one keeps pressed, and what one took with a tool. */
export class HandGrab {
  readonly #deps: HandGrabDeps
  #button: HeldButton | undefined
  #toolHand: HandInput | undefined
  /** The time for which the hand with the tool has not been tracked. */
  #untrackedSeconds = 0
  /** The time since a hand was lost together with what it held. */
  #secondsSinceLoss = Infinity

  constructor(deps: HandGrabDeps) {
    this.#deps = deps
  }

  /** The hand that uses a tool: nothing but this one moves what it took. */
  get toolHand(): HandInput | undefined {
    return this.#toolHand
  }

  pressButton(button: HeldButton): void {
    this.#letGoOfButton()
    this.#button = button
    this.#deps.events.onPanelHold(button.panel, 'hold')
  }

  /** Goes on with a hold as long as `isKept` says that the hand still presses the button. */
  keepButton(isKept: (button: HeldButton) => boolean): void {
    if (!this.#button) return
    if (isKept(this.#button)) this.#deps.events.onPanelHold(this.#button.panel, 'keep')
    else this.#letGoOfButton()
  }

  /** Presses a tool with a hand, which may take something. */
  pressTool(hand: HandInput): void {
    const { tools, penTipOf } = this.#deps
    tools.press(hand.ray, penTipOf(hand))
    this.#toolHand = tools.busy ? hand : undefined
    this.#untrackedSeconds = 0
  }

  /** Moves what a hand took with that hand alone; without it, it stays where it is and is soon let go. */
  update(seconds: number): void {
    const { tools, penTipOf } = this.#deps
    const hand = this.#toolHand
    this.#secondsSinceLoss += seconds
    // A tool can also be cancelled from outside, for example because another participant was faster.
    if (!hand || !tools.busy) {
      this.#toolHand = undefined
      return
    }
    this.#untrackedSeconds = hand.isTracked ? 0 : this.#untrackedSeconds + seconds
    if (!hand.trigger || this.#untrackedSeconds > lostHandGraceSeconds) this.#letGoOfTool()
    else if (hand.isTracked) tools.move(hand.ray, penTipOf(hand))
  }

  /** Lets go of what a hand holds when its trigger is released. Returns whether it held something. */
  release(hand: HandInput): boolean {
    const held = hand === this.#button?.hand || hand === this.#toolHand
    if (hand === this.#button?.hand) this.#letGoOfButton()
    else if (hand === this.#toolHand) this.#letGoOfTool()
    return held
  }

  /** Lets go of what a hand held that is gone. */
  lose(hand: HandInput): void {
    if (this.#grabsSomething() && (hand === this.#button?.hand || hand === this.#toolHand)) this.#secondsSinceLoss = 0
    if (hand === this.#button?.hand) this.#letGoOfButton()
    if (hand === this.#toolHand) this.#letGoOfTool()
  }

  /** Lets go of everything because the scene is out of sight. Returns whether something was held until then. */
  letGoUnseen(): boolean {
    const held = this.#grabsSomething() || this.#secondsSinceLoss < hidingSeconds
    this.letGo()
    return held
  }

  letGo(): void {
    this.#secondsSinceLoss = Infinity
    this.#letGoOfButton()
    this.#letGoOfTool()
  }

  #grabsSomething(): boolean {
    // A tool may have been cancelled from outside since the last frame.
    return this.#button !== undefined || (this.#toolHand !== undefined && this.#deps.tools.busy)
  }

  #letGoOfButton(): void {
    const button = this.#button
    if (!button) return
    this.#button = undefined
    this.#deps.events.onPanelHold(button.panel, 'let-go')
  }

  /** Puts down what a hand took, where it is. */
  #letGoOfTool(): void {
    if (!this.#toolHand) return
    this.#toolHand = undefined
    this.#deps.tools.release()
  }
}
