import { type PointerTools } from '../room/tools/pointer-tools.ts'
import { type ComfortSettings, type RoomCanvasEvents } from '../room/room-canvas.ts'
import { type RoomScene } from '../room/room-scene.ts'
import { Panels } from '../ui/panels.ts'
import { type ThemeTokens } from '../ui/theme-tokens.ts'
import { HeadsetControls } from './headset-controls.ts'
import { HeadsetVisuals } from './headset-visuals.ts'

type HeadsetDeps = {
  readonly scene: RoomScene
  readonly tools: PointerTools
  readonly events: RoomCanvasEvents
  readonly tokens: ThemeTokens
  readonly comfort: () => ComfortSettings
  readonly onMoved: () => void
  readonly onEnded: () => void
}

/** Everything that only a user with a headset needs: controls, panels and visuals. Loaded when there is one. */
export class Headset {
  readonly controls: HeadsetControls
  readonly panels: Panels
  readonly #visuals = new HeadsetVisuals()

  constructor({ scene, tokens, ...deps }: HeadsetDeps) {
    const { renderer, camera, xrOrigin } = scene
    this.panels = new Panels(tokens)
    this.panels.setVisible(false)
    xrOrigin.add(this.panels.group)
    camera.add(this.#visuals.vignette)
    scene.scene.add(this.#visuals.group)
    this.setTokens(tokens)
    this.controls = new HeadsetControls({
      ...deps,
      reducedMotion: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
      scene: { renderer, camera, xrOrigin, panels: this.panels, headsetVisuals: this.#visuals },
    })
  }

  setTokens(tokens: ThemeTokens): void {
    this.panels.setTokens(tokens)
    this.#visuals.setColor(tokens.theme === 'dusk' ? '#ffe2b8' : '#ffffff')
  }

  dispose(): void {
    this.controls.dispose()
    // It may have ended already.
    this.controls.session.exit().catch((error: unknown) => console.debug('XR session had already ended', error))
    this.panels.dispose()
    this.#visuals.dispose()
  }
}
