import { Button } from '@veranda/ui/button.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Switch } from '@veranda/ui/switch.tsx'
import { lazy, type ReactNode, Suspense } from 'react'
import { useWords } from '../lib/words.ts'
import { type Stage } from '../stage/stage.ts'
import { axes, lightNames, type Settings } from '../stage/settings.ts'
import { Choice, Slider } from './viewer-controls.tsx'
import { type Ground, type Missed } from './viewer-frame.tsx'
import { type Measured, MeasureText } from './viewer-measure.tsx'
import { type Motion } from './viewer-moves.ts'
import { type Tool } from './viewer-tools.tsx'
import styles from './viewer-panel.module.css'

const Moving = lazy(() => import('./viewer-motion.tsx').then((module) => ({ default: module.Moving })))

const missedWords = { nothing: 'pin.miss', former: 'pin.former' } as const

type Props = {
  tool: Tool | undefined
  missed: Missed | undefined
  settings: Settings
  onSettings: (settings: Settings) => void
  measured: Measured
  onMeasured: (measured: Measured) => void
  tolerance: number
  ground: Ground
  onGround: (ground: Ground) => void
  onClose: () => void
  stage: Stage
  motion: Motion
  onMotion: (motion: Motion) => void
}

/** What the chosen tool asks or says, above the bar. */
export function ToolPanel(props: Props) {
  const t = useWords('viewer')
  const { tool, settings, onSettings, measured } = props
  if (tool === undefined) {
    return measured.length === 2 ? <Kept {...props} /> : null
  }
  return (
    <div className={styles.panel} role="group" aria-label={t(`tool.${tool}`)}>
      <div className={styles.panelBody}>{bodies[tool](props)}</div>
      <IconButton
        size="small"
        icon="close"
        label={t('tool.close', { tool: t(`tool.${tool}`) })}
        onClick={() => {
          if (tool === 'section') onSettings({ ...settings, section: null })
          if (tool === 'explode') onSettings({ ...settings, explode: 0 })
          props.onClose()
        }}
      />
    </div>
  )
}

const bodies: Record<Tool, (props: Props) => ReactNode> = {
  pin: (props) => <PinHint {...props} />,
  measure: (props) => <Measuring {...props} />,
  section: (props) => <Cutting {...props} />,
  explode: (props) => <Exploding {...props} />,
  motion: ({ stage, ...props }) =>
    stage.player && (
      <Suspense fallback={null}>
        <Moving {...props} stage={stage} player={stage.player} />
      </Suspense>
    ),
  look: (props) => <Looking {...props} />,
}

function PinHint({ missed }: Props) {
  const t = useWords('viewer')
  return (
    <p role="status">
      {t(missed ? missedWords[missed] : 'pin.hint')}{' '}
      <span className={cx(styles.quiet, styles.keysHint)}>{t('pin.hint.keys')}</span>
    </p>
  )
}

function Measuring({ measured, onMeasured, tolerance, missed }: Props) {
  const t = useWords('viewer')
  if (measured.length < 2) {
    const hint = measured.length === 0 ? 'measure.first' : 'measure.second'
    return <p role="status">{t(missed ? missedWords[missed] : hint)}</p>
  }
  return (
    <>
      <MeasureText points={measured} tolerance={tolerance} />
      <Button size="small" kind="quiet" onClick={() => onMeasured([])}>
        {t('measure.clear')}
      </Button>
    </>
  )
}

/** A measure stays in sight after its tool is put away, until it is taken off. */
function Kept({ measured, onMeasured, tolerance }: Props) {
  const t = useWords('viewer')
  return (
    <div className={styles.panel} role="group" aria-label={t('tool.measure')}>
      <div className={styles.panelBody}>
        <MeasureText points={measured} tolerance={tolerance} />
      </div>
      <IconButton
        size="small"
        icon="close"
        label={t('tool.close', { tool: t('tool.measure') })}
        onClick={() => onMeasured([])}
      />
    </div>
  )
}

function Cutting({ settings, onSettings }: Props) {
  const t = useWords('viewer')
  const section = settings.section ?? { axis: 'x', at: 0.5, turned: false }
  const cut = (more: Partial<typeof section>) => onSettings({ ...settings, section: { ...section, ...more } })
  return (
    <>
      <Choice
        label={t('section.along')}
        value={settings.section?.axis}
        options={axes.map((axis) => ({ value: axis, label: t(`section.${axis}`) }))}
        onChange={(axis) => cut({ axis })}
      />
      <Slider label={t('section.at')} value={section.at} onChange={(at) => cut({ at })} />
      <Button size="small" kind="quiet" onClick={() => cut({ turned: !section.turned })}>
        {t('section.turn')}
      </Button>
    </>
  )
}

function Exploding({ settings, onSettings }: Props) {
  const t = useWords('viewer')
  return (
    <Slider
      label={t('explode.far')}
      value={settings.explode}
      onChange={(explode) => onSettings({ ...settings, explode })}
    />
  )
}

function Looking({ settings, onSettings, ground, onGround }: Props) {
  const t = useWords('viewer')
  return (
    <>
      <Choice
        label={t('look.light')}
        value={settings.light}
        options={lightNames.map((light) => ({ value: light, label: t(`look.${light}`) }))}
        onChange={(light) => onSettings({ ...settings, light })}
      />
      <Choice
        label={t('look.ground')}
        value={ground}
        options={[
          { value: 'theme', label: t('look.theme') },
          { value: 'light', label: t('look.light-ground') },
          { value: 'dark', label: t('look.dark-ground') },
        ]}
        onChange={onGround}
      />
      <Switch
        label={t('look.wireframe')}
        checked={settings.wireframe}
        onChange={(wireframe) => onSettings({ ...settings, wireframe })}
      />
    </>
  )
}
