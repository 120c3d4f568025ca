import { updateComfort, type useComfort } from '../controls/comfort-settings.ts'
import { childPanel, type PanelContext, type ScenePanel } from './panel-context.ts'

const snapDegreeOptions = [0, 15, 30, 45, 60, 90] as const

/** Builds the comfort settings panel, for use without taking the headset off. */
export function comfortPanel(context: PanelContext, comfort: ReturnType<typeof useComfort>): ScenePanel {
  const { t } = context
  const { snapDegrees, vignette, seated, hand } = comfort
  const rows = [
    {
      id: 'snap',
      text: t('comfort.snap'),
      buttons: snapDegreeOptions.map((degrees) => ({
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
  return childPanel(
    context,
    { id: 'comfort', title: t('scene.comfort'), rows },
    {
      snap: (degrees) => updateComfort({ snapDegrees: Number(degrees) }),
      hand: (side) => updateComfort({ hand: side === 'left' ? 'left' : 'right' }),
      vignette: () => updateComfort({ vignette: !vignette }),
      seated: () => updateComfort({ seated: !seated }),
    },
  )
}
