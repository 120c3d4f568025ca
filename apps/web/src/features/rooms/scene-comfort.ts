import { chooseComfort, type useComfort } from './comfort.ts'
import { behind, type SceneNow, type ScenePanel } from './scene-now.ts'

const turns = [0, 15, 30, 45, 60, 90] as const

/** How this device's person likes to be inside, without taking the headset off. */
export function comfortPanel(scene: SceneNow, comfort: ReturnType<typeof useComfort>): ScenePanel {
  const { t } = scene
  const { snapDegrees, vignette, seated, hand } = comfort
  const rows = [
    {
      id: 'snap',
      text: t('comfort.snap'),
      buttons: turns.map((degrees) => ({
        id: `snap:${degrees}`,
        label: degrees === 0 ? t('comfort.snap.smooth') : t('comfort.snap.degrees', { degrees }),
        chosen: degrees === snapDegrees,
      })),
    },
    {
      id: 'hand',
      text: t('comfort.hand'),
      buttons: (['left', 'right'] as const).map((side) => ({
        id: `hand:${side}`,
        label: t(`comfort.${side}`),
        chosen: side === hand,
      })),
    },
    { id: 'vignette', text: t('comfort.vignette'), action: 'vignette', chosen: vignette },
    { id: 'seated', text: t('comfort.seated'), action: 'seated', chosen: seated },
  ]
  return behind(
    scene,
    { id: 'comfort', title: t('scene.comfort'), rows },
    {
      snap: (degrees) => chooseComfort({ snapDegrees: Number(degrees) }),
      hand: (side) => chooseComfort({ hand: side === 'left' ? 'left' : 'right' }),
      vignette: () => chooseComfort({ vignette: !vignette }),
      seated: () => chooseComfort({ seated: !seated }),
    },
  )
}
