import { cx } from '@veranda/ui/cx.ts'
import { lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTheme, shownTheme } from '../lib/theme.ts'
import { useWords } from '../lib/words.ts'
import { type CompareMode, plainSettings, type Settings } from '../stage/settings.ts'
import { partPlace } from './part-place.ts'
import { useComparison, useStage } from './use-stage.ts'
import { CompareBar } from './viewer-compare-bar.tsx'
import { useStageKeys } from './viewer-keys.ts'
import { Markers } from './viewer-markers.tsx'
import { type Measured, MeasureMarks, takePoint } from './viewer-measure.tsx'
import { type Motion, startsMoving } from './viewer-moves.ts'
import { PartsAndFacts } from './viewer-parts.tsx'
import { StageMessage } from './viewer-message.tsx'
import { CornerBar, ToolBar, type Tool } from './viewer-tools.tsx'
import { type ViewerProps } from './viewer-types.ts'
import marks from './viewer-marks.module.css'
import tools from './viewer-tools.module.css'
import styles from './viewer.module.css'

// Only who compares needs it, and whoever does waits for the geometry longer than for this.
const CompareTable = lazy(() =>
  import('./viewer-compare-table.tsx').then((module) => ({ default: module.CompareTable })),
)

const ToolPanel = lazy(() => import('./viewer-panels.tsx').then((module) => ({ default: module.ToolPanel })))

export type Ground = 'theme' | 'light' | 'dark'
/** Why a press of a tool took no place. */
export type Missed = 'nothing' | 'former'

/** The viewer: stage, tools, what is measured and compared, and the same in words below. */
export function ViewerFrame(props: ViewerProps) {
  const { name, label, url, facts, thumbnail, pins = [], opened, onPlace, draft, former = [], compact } = props
  const t = useWords('viewer')
  const keys = useId()
  const parts = useMemo(() => facts.parts.map((part) => part.name), [facts])
  const frame = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const [settings, setSettings] = useState<Settings>(plainSettings)
  const [tool, setTool] = useState<Tool>()
  const [ground, setGround] = useState<Ground>('theme')
  const [measured, setMeasured] = useState<Measured>([])
  const [motion, setMotion] = useState<Motion>({ clip: 0, playing: false })
  const [missed, setMissed] = useState<Missed>()
  const [compared, setCompared] = useState<string>()
  const [mode, setMode] = useState<CompareMode>('map')
  const [flipped, setFlipped] = useState(false)
  const { stage, state, progress, again } = useStage(host, { url, parts }, press)
  const other = former.find(({ id }) => id === compared)
  const { comparison, tolerance } = useComparison(stage, facts.tolerance, other)
  const choice = useTheme()
  const dark = ground === 'theme' ? shownTheme(choice) === 'dusk' : ground === 'dark'
  const keyboard = useStageKeys({ stage, tool, setTool: chooseTool, press, mayPin: onPlace !== undefined, move })

  function press(x: number, y: number) {
    if (!stage || (tool !== 'pin' && tool !== 'measure')) return
    const hit = stage.pick(x, y, tool === 'measure')
    if (hit === undefined || hit === 'former') return setMissed(hit ?? 'nothing')
    setMissed(undefined)
    if (tool === 'measure') return setMeasured(takePoint(measured, hit))
    setTool(undefined)
    onPlace?.({ part: hit.part, position: hit.point, normal: hit.normal, view: stage.view })
  }

  // What is compared, pinned and measured stands as it was saved.
  const animated = compared === undefined && stage?.player !== undefined

  function move() {
    if (!animated) return
    if (tool === 'motion') setMotion({ ...motion, playing: !motion.playing })
    else chooseTool('motion')
  }

  function compareWith(id: string | undefined) {
    setCompared(id)
    if (tool === 'motion') setTool(undefined)
  }

  function pinOn(part: string) {
    stage?.player?.rest()
    if (tool === 'motion') setTool(undefined)
    const hit = stage?.placeOn(part)
    const aside = partPlace(facts, part, settings)
    const seen = hit && { part, position: hit.point, normal: hit.normal }
    onPlace?.({ ...aside, ...seen, view: stage?.view ?? aside.view })
  }

  useEffect(() => stage?.apply(settings), [stage, settings])
  useEffect(() => stage?.ground(dark), [stage, dark])
  useEffect(
    () => stage?.compare(other && comparison.state === 'done' ? mode : undefined, flipped),
    [stage, other, comparison.state, mode, flipped],
  )
  const openedView = pins.find(({ id }) => id === opened)?.view
  const [restored, setRestored] = useState<string>()
  if (restored !== opened) {
    setRestored(opened)
    if (openedView) setSettings(openedView.settings)
    if (openedView && tool === 'motion') setTool(undefined)
  }
  useEffect(() => {
    if (openedView) stage?.goTo(openedView)
  }, [stage, openedView])

  function chooseTool(next: Tool | undefined) {
    setTool(next)
    // A cut is seen at once; where it goes is then a matter of sliding.
    if (next === 'section' && !settings.section) {
      setSettings({ ...settings, section: { axis: 'x', at: 0.5, turned: false } })
    }
    if (next === 'motion') {
      const together = { ...settings, explode: 0 }
      setMotion({ clip: 0, playing: startsMoving() })
      setSettings(together)
      stage?.apply(together)
    }
    if (next === 'explode' && settings.explode === 0) setSettings({ ...settings, explode: 0.4 })
  }

  function showSizes(sizes: boolean) {
    const next = { ...settings, sizes }
    setSettings(next)
    // The figure needs room beside the work.
    stage?.apply(next)
    stage?.fit()
  }

  return (
    <div ref={frame} className={styles.frame} data-compact={compact || undefined}>
      <div className={cx(styles.stage, styles[`ground-${ground}`])} data-tool={tool}>
        {state !== 'ready' && state !== 'lost' && thumbnail !== null && (
          <img className={styles.poster} src={thumbnail} alt={state === 'loading' ? '' : t('picture', { name })} />
        )}
        <div
          ref={host}
          className={styles.host}
          role="application"
          aria-roledescription={t('stage.role')}
          aria-label={t('stage', { name })}
          aria-describedby={keys}
          tabIndex={state === 'ready' ? 0 : -1}
          data-state={state}
          {...keyboard.props}
        />
        <p id={keys} hidden>
          {t('stage.keys')} {onPlace && t('stage.keys.pin')} {animated && t('stage.keys.motion')}
        </p>
        {stage && state === 'ready' && (
          <>
            <MeasureMarks stage={stage} points={measured} tolerance={facts.tolerance} />
            <Markers
              stage={stage}
              pins={compared === undefined || mode !== 'flip' || !flipped ? pins : []}
              opened={opened}
              onOpen={props.onOpen}
              draft={draft}
              pointing={tool === 'pin' || tool === 'measure'}
              sizes={settings.sizes}
            />
            {keyboard.cross && (
              <div className={marks.markers} dir="ltr" aria-hidden="true">
                <div className={marks.cross} style={keyboard.cross} />
              </div>
            )}
            {former.length > 0 && (
              <CompareBar
                label={label ?? name}
                former={former}
                compared={compared}
                onCompared={compareWith}
                mode={mode}
                onMode={setMode}
                flipped={flipped}
                onFlipped={setFlipped}
                state={comparison.state}
              />
            )}
            <CornerBar onFit={() => stage.fit()} frame={frame} />
            <div className={tools.tools}>
              {(tool !== undefined || measured.length === 2) && (
                <Suspense fallback={null}>
                  <ToolPanel
                    tool={tool}
                    missed={missed}
                    settings={settings}
                    onSettings={setSettings}
                    measured={measured}
                    onMeasured={setMeasured}
                    tolerance={facts.tolerance}
                    ground={ground}
                    onGround={setGround}
                    onClose={() => setTool(undefined)}
                    stage={stage}
                    motion={motion}
                    onMotion={setMotion}
                  />
                </Suspense>
              )}
              <ToolBar
                tool={tool}
                onTool={chooseTool}
                sizes={settings.sizes}
                onSizes={showSizes}
                mayPin={onPlace !== undefined}
                animated={animated}
              />
            </div>
          </>
        )}
        <StageMessage state={state} progress={progress} again={again} />
      </div>
      {other && comparison.state === 'done' && (
        <Suspense fallback={null}>
          <CompareTable
            label={label ?? name}
            former={other}
            tolerance={tolerance}
            changes={comparison.changes}
            onPart={(part) => stage?.light(part)}
          />
        </Suspense>
      )}
      <PartsAndFacts
        name={name}
        facts={facts}
        hidden={settings.hidden}
        onHidden={(hidden) => setSettings({ ...settings, hidden })}
        onLight={(part) => stage?.light(part)}
        onPin={onPlace && pinOn}
        drawn={state === 'ready'}
      />
    </div>
  )
}
