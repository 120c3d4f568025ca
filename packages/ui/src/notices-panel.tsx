import { Toast as Base } from '@base-ui/react/toast'
import { useEffect, useState } from 'react'
import { Anchor } from './anchor.tsx'
import { cx } from './cx.ts'
import { pageDirection } from './direction.ts'
import { IconButton } from './icon-button.tsx'
import { Icon } from './icon.tsx'
import { type IconName } from './icon-paths.ts'
import { useLabels } from './labels.tsx'
import { type NoticeQueue, type ShownNotice } from './notice-queue.ts'
import styles from './notices.module.css'
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

/** Milliseconds in sight unless told otherwise; a pointer or the focus on it stops the count. */
export const noticeTimeout = 5000

type Props = { queue: NoticeQueue; place: 'top' | 'bottom'; label: string }

export function NoticesPanel({ queue, place, label }: Props) {
  const [manager] = useState(() => Base.createToastManager<ShownNotice>())
  return (
    <>
      <Base.Provider toastManager={manager} limit={Number.MAX_SAFE_INTEGER}>
        <Base.Portal>
          <Base.Viewport className={cx(styles.viewport, styles[place])} aria-label={label}>
            <NoticeList place={place} />
          </Base.Viewport>
        </Base.Portal>
      </Base.Provider>
      <Binding queue={queue} manager={manager} />
    </>
  )
}

/** Stands after the provider, whose effect has then run: what is added before it listens would be lost. */
function Binding({ queue, manager }: { queue: NoticeQueue; manager: ReturnType<typeof Base.createToastManager> }) {
  useEffect(
    () =>
      queue.attach({
        show: (notice) =>
          manager.add({
            id: notice.key,
            title: notice.title,
            description: notice.text,
            type: notice.tone ?? 'info',
            timeout: notice.urgent ? 0 : (notice.timeout ?? noticeTimeout),
            priority: notice.urgent ? 'high' : 'low',
            data: notice,
            onRemove: () => queue.gone(notice.key),
          }),
        hide: (key) => manager.close(key),
      }),
    [queue, manager],
  )
  return null
}

function NoticeList({ place }: { place: 'top' | 'bottom' }) {
  const labels = useLabels()
  const { toasts, close } = Base.useToastManager<ShownNotice>()
  const end = pageDirection() === 'rtl' ? 'left' : 'right'
  return toasts.map((toast) => {
    const notice = toast.data
    if (notice === undefined) return null
    const tone = notice.tone ?? 'info'
    return (
      <Base.Root
        key={toast.id}
        toast={toast}
        swipeDirection={[end, place === 'top' ? 'up' : 'down']}
        className={cx(styles.notice, tones[tone], place === 'bottom' && styles.snack)}
      >
        <Base.Content className={styles.content}>
          <span className={styles.icon}>
            <Icon name={icons[tone]} size={18} />
          </span>
          <div className={styles.text}>
            <Base.Title className={styles.title}>
              {notice.href === undefined ? (
                notice.title
              ) : (
                <Anchor href={notice.href} className={styles.cover} onClick={() => close(toast.id)}>
                  {notice.title}
                </Anchor>
              )}
            </Base.Title>
            {notice.text !== undefined && <Base.Description className={styles.detail} dir="auto" />}
          </div>
          {notice.action && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                notice.action?.onPress()
                close(toast.id)
              }}
            >
              {notice.action.label}
            </button>
          )}
          <Base.Close
            className={styles.close}
            render={<IconButton label={labels.dismiss} icon="close" size="small" />}
          />
        </Base.Content>
      </Base.Root>
    )
  })
}
