import { Toast as Base } from '@base-ui/react/toast'
import { useEffect, useRef, useState } from 'react'
import { Anchor } from './anchor.tsx'
import { cx } from './cx.ts'
import { pageDirection } from './page-direction.ts'
import { IconButton } from './icon-button.tsx'
import { Icon } from './icon.tsx'
import { type IconName } from './icon-paths.ts'
import { useLabels } from './labels.tsx'
import { type ToastQueue, type QueuedToast } from './toast-queue.ts'
import styles from './toast-region.module.css'
import { useClearPlace } from './use-clear-place.ts'
import { type Tone } from './tone.ts'
import tones from './tone.module.css'

const icons: Record<Tone, IconName> = {
  neutral: 'info',
  primary: 'bell',
  accent: 'bell',
  success: 'check',
  warning: 'warning',
  error: 'error',
  info: 'info',
}

/** The time for which a toast is visible by default; hover and focus pause the timer. */
export const defaultToastTimeoutMs = 5000

type ToastRegionPanelProps = { queue: ToastQueue; place: 'top' | 'bottom'; label: string }

export function ToastRegionPanel({ queue, place, label }: ToastRegionPanelProps) {
  const [manager] = useState(() => Base.createToastManager<QueuedToast>())
  return (
    <>
      <Base.Provider toastManager={manager} limit={Number.MAX_SAFE_INTEGER}>
        <Base.Portal>
          <ToastViewport place={place} label={label} />
        </Base.Portal>
      </Base.Provider>
      <QueueBinding queue={queue} manager={manager} />
    </>
  )
}

function ToastViewport({ place, label }: Pick<ToastRegionPanelProps, 'place' | 'label'>) {
  const { toasts } = Base.useToastManager<QueuedToast>()
  const viewport = useRef<HTMLDivElement>(null)
  useClearPlace(viewport, place, toasts.length > 0)
  return (
    <Base.Viewport ref={viewport} className={cx(styles.viewport, styles[place])} aria-label={label} data-toasts={place}>
      <ToastList place={place} />
    </Base.Viewport>
  )
}

/**
 * Attaches the queue. Rendered after the provider, whose effect must run first: toasts added before it listens would be
 * lost.
 */
function QueueBinding({ queue, manager }: { queue: ToastQueue; manager: ReturnType<typeof Base.createToastManager> }) {
  useEffect(
    () =>
      queue.attachRenderer({
        show: (queuedToast) =>
          manager.add({
            id: queuedToast.key,
            title: queuedToast.title,
            description: queuedToast.text,
            type: queuedToast.tone ?? 'info',
            timeout: queuedToast.urgent ? 0 : (queuedToast.timeoutMs ?? defaultToastTimeoutMs),
            priority: queuedToast.urgent ? 'high' : 'low',
            data: queuedToast,
            onRemove: () => queue.onClosed(queuedToast.key),
          }),
        hide: (key) => manager.close(key),
      }),
    [queue, manager],
  )
  return null
}

function ToastList({ place }: { place: 'top' | 'bottom' }) {
  const labels = useLabels()
  const { toasts, close } = Base.useToastManager<QueuedToast>()
  const end = pageDirection() === 'rtl' ? 'left' : 'right'
  return toasts.map((toast) => {
    const queuedToast = toast.data
    if (queuedToast === undefined) return null
    const tone = queuedToast.tone ?? 'info'
    return (
      <Base.Root
        key={toast.id}
        toast={toast}
        swipeDirection={[end, place === 'top' ? 'up' : 'down']}
        className={cx(styles.toast, tones[tone], place === 'bottom' && styles.snackbar)}
      >
        <Base.Content className={styles.content}>
          <span className={styles.icon}>
            <Icon name={icons[tone]} size={18} />
          </span>
          <div className={styles.text}>
            <Base.Title className={styles.title} dir="auto">
              {queuedToast.href === undefined ? (
                queuedToast.title
              ) : (
                <Anchor href={queuedToast.href} className={styles.cover} onClick={() => close(toast.id)}>
                  {queuedToast.title}
                </Anchor>
              )}
            </Base.Title>
            {queuedToast.text !== undefined && (
              <Base.Description className={styles.detail} dir="auto">
                {queuedToast.suffix === undefined ? (
                  queuedToast.text
                ) : (
                  <>
                    <bdi>{queuedToast.text}</bdi> · {queuedToast.suffix}
                  </>
                )}
              </Base.Description>
            )}
          </div>
          {queuedToast.action && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                queuedToast.action?.onPress()
                close(toast.id)
              }}
            >
              {queuedToast.action.label}
            </button>
          )}
          <IconButton
            className={styles.close}
            label={labels.dismiss}
            icon="close"
            size="small"
            onClick={() => close(toast.id)}
          />
        </Base.Content>
      </Base.Root>
    )
  })
}
