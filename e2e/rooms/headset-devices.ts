import type { Page } from '@playwright/test'

/** Position of the emulated head, in metres above its own floor. */
export const eyesWhenUpright = { x: 0, y: 1.65, z: 1.4 }

/** A headset as its user operates it. Texts are names of the emulator. */
export type HeadsetDevice = {
  readonly name: string
  /** The emulator's device that it starts from. */
  readonly base: 'metaQuest2' | 'metaQuest3' | 'metaQuestPro'
  /** Profile of its controllers, if they are not those of the base, and the button ids of each side. */
  readonly controllers?: {
    readonly profile: string
    readonly buttons: Partial<Record<XRHandedness, readonly (string | null)[]>>
  }
  /** It does not know where the floor is. */
  readonly floorless?: boolean
  /** The way in which its user points and presses, and by which hand. */
  readonly pointer: 'controller' | 'hand' | 'look'
  readonly side: XRHandedness
  /** The button that opens the menu; without one, the panel in the scene does. */
  readonly menuButton?: string
}

/** A common controller, without and with two buttons more. */
const plainButtons = ['trigger', 'squeeze', null, 'thumbstick'] as const

export const quest3: HeadsetDevice = {
  name: 'Meta Quest 3',
  base: 'metaQuest3',
  pointer: 'controller',
  side: 'right',
  menuButton: 'b-button',
}

export const headsetDevices: readonly HeadsetDevice[] = [
  {
    name: 'gaze and pinch, as on Apple Vision Pro',
    base: 'metaQuest3',
    pointer: 'look',
    side: 'right',
  },
  {
    name: 'Meta Quest 2',
    base: 'metaQuest2',
    pointer: 'controller',
    side: 'right',
    menuButton: 'b-button',
  },
  {
    name: 'Meta Quest Pro, with the left controller',
    base: 'metaQuestPro',
    pointer: 'controller',
    side: 'left',
    menuButton: 'y-button',
  },
  {
    name: 'a headset like the Pico 4',
    base: 'metaQuest2',
    controllers: {
      profile: 'pico-4',
      buttons: { left: [...plainButtons, 'x-button', 'y-button'], right: [...plainButtons, 'a-button', 'b-button'] },
    },
    pointer: 'controller',
    side: 'right',
    menuButton: 'b-button',
  },
  {
    name: 'one wand for the left hand, without a menu button',
    base: 'metaQuest2',
    controllers: { profile: 'generic-trigger-squeeze', buttons: { left: ['trigger', 'squeeze'] } },
    pointer: 'controller',
    side: 'left',
  },
  {
    name: 'a remote that belongs to no hand, in a headset that does not know its floor',
    base: 'metaQuest2',
    controllers: { profile: 'generic-button', buttons: { none: ['trigger'] } },
    floorless: true,
    pointer: 'controller',
    side: 'none',
  },
  {
    name: 'tracked hands',
    base: 'metaQuest3',
    pointer: 'hand',
    side: 'right',
  },
]

type EmulatedPose = {
  position: { set(x: number, y: number, z: number): void }
  quaternion: { set(x: number, y: number, z: number, w: number): void }
}
type EmulatedController = EmulatedPose & {
  connected: boolean
  inputSource: Record<symbol, { targetRayMode: string }>
  updateButtonValue(button: string, value: number): void
  getButtonValue(button: string): number
  onFrameStart(frame: unknown): void
}
type EmulatedHand = EmulatedPose & { updatePinchValue(value: number): void }
type ControllerConfig = { profileId: string; fallbackProfileIds: string[]; layout: Record<string, object> }
export type EmulatedHeadset = EmulatedPose & {
  /** Tells the page in the next frame that the space was recentred, here with the head at its origin already. */
  recentre(): void
  primaryInputMode: 'controller' | 'hand'
  controllers: Record<string, EmulatedController>
  hands: Record<string, EmulatedHand | EmulatedController>
  installRuntime(options: object): void
}
/** State that a device of the emulator keeps to itself. */
type DeviceState = { readonly globalSpace: unknown; pendingReferenceSpaceReset: boolean }
/** The emulator's global, as far as it is used here. */
type Emulator = Record<HeadsetDevice['base'], { supportedFeatures: readonly string[]; controllerConfig: object }> & {
  XRDevice: new (config: object) => EmulatedHeadset
  XRReferenceSpace: { prototype: { getOffsetReferenceSpace: (offset: { matrix: Float32Array }) => unknown } }
  P_DEVICE: symbol
  P_INPUT_SOURCE: symbol
}
/** Globals that `emulateDevice` adds to the page. */
export type PageWithHeadset = {
  headset: EmulatedHeadset
  /** The thing that its user points and presses with. */
  pointer: EmulatedPose & {
    /** Presses (1) or lets go (0) from the next frame on. */
    press(value: number): void
    pressButton(button: string, value: number): void
    setConnected(connected: boolean): void
  }
}

/** Connects an emulated headset, at rest at standing height. Call it after the emulator's own script. */
export async function emulateDevice(page: Page, device: HeadsetDevice): Promise<void> {
  await page.addInitScript(
    ({ eyes, emulated }) => {
      // The emulator script defines this global.
      const { IWER } = globalThis as unknown as { IWER: Emulator }
      const base = IWER[emulated.base]
      const layoutOf = (ids: readonly (string | null)[]) => {
        const events: Record<string, string> = { trigger: 'select', squeeze: 'squeeze' }
        const axes = ids.includes('thumbstick')
          ? [null, null, { id: 'thumbstick', type: 'x-axis' }, { id: 'thumbstick', type: 'y-axis' }]
          : []
        const buttons = ids.map((id) => {
          if (id === null) return null
          const event = events[id]
          return event === undefined ? { id, type: 'binary' } : { id, type: 'analog', eventTrigger: event }
        })
        return { gamepad: { mapping: 'xr-standard', buttons, axes }, numHapticActuators: 0 }
      }
      const { controllers, pointer, side } = emulated
      const controllerConfig: object = controllers
        ? ({
            profileId: controllers.profile,
            fallbackProfileIds: [],
            layout: Object.fromEntries(Object.entries(controllers.buttons).map(([side, ids]) => [side, layoutOf(ids)])),
          } satisfies ControllerConfig)
        : base.controllerConfig
      const knownFeatures = base.supportedFeatures
      const supportedFeatures = emulated.floorless === true ? ['viewer', 'local'] : knownFeatures
      const headset = new IWER.XRDevice({ ...base, supportedFeatures, controllerConfig })
      const state = (headset as unknown as Record<symbol, DeviceState>)[IWER.P_DEVICE]
      headset.recentre = () => {
        if (state) state.pendingReferenceSpaceReset = true
      }
      headset.installRuntime({ forceInstall: true })
      headset.position.set(eyes.x, eyes.y, eyes.z)
      // The emulator passes the transform where it means its matrix.
      const { prototype } = IWER.XRReferenceSpace
      const offset = prototype.getOffsetReferenceSpace
      prototype.getOffsetReferenceSpace = function ({ matrix }) {
        return Reflect.apply(offset, this, [matrix])
      }

      /** A source that exists only while thumb and finger touch, next to two tracked hands that press nothing. */
      function lookAndPinch(right: EmulatedController): EmulatedController {
        const Controller = right.constructor as new (config: object, side: string, space: unknown) => EmulatedController
        const config = {
          profileId: 'generic-hand-select',
          fallbackProfileIds: [],
          layout: { right: layoutOf(['trigger']) },
        }
        const pinch = new Controller(config, 'right', state?.globalSpace)
        const source = pinch.inputSource[IWER.P_INPUT_SOURCE]
        if (source) source.targetRayMode = 'transient-pointer'
        pinch.connected = false
        const start = pinch.onFrameStart.bind(pinch)
        pinch.onFrameStart = (frame) => {
          start(frame)
          if (pinch.getButtonValue('trigger') === 0) pinch.connected = false
        }
        return pinch
      }

      function createPointer(): PageWithHeadset['pointer'] {
        if (pointer === 'hand') {
          headset.primaryInputMode = 'hand'
          const hand = headset.hands['right'] as EmulatedHand & { connected: boolean }
          return Object.assign(hand, {
            press: (value: number) => hand.updatePinchValue(value),
            pressButton: () => undefined,
            setConnected: (connected: boolean) => (hand.connected = connected),
          })
        }
        const controller = headset.controllers[side]
        if (!controller) throw new Error(`${emulated.name} has no such controller`)
        if (pointer === 'controller') {
          return Object.assign(controller, {
            press: (value: number) => controller.updateButtonValue('trigger', value),
            pressButton: (button: string, value: number) => controller.updateButtonValue(button, value),
            setConnected: (connected: boolean) => (controller.connected = connected),
          })
        }
        headset.primaryInputMode = 'hand'
        const pinch = lookAndPinch(controller)
        headset.hands['pinch'] = pinch
        return Object.assign(pinch, {
          press(value: number) {
            if (value > 0) pinch.connected = true
            pinch.updateButtonValue('trigger', value)
          },
          pressButton: () => undefined,
          setConnected: () => undefined,
        })
      }
      Object.assign(globalThis, { headset, pointer: createPointer() })
    },
    { eyes: eyesWhenUpright, emulated: device },
  )
}
