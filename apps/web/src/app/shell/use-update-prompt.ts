import { useEffect } from 'react'
import { snackbars } from '../../components/toasts.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { newVersionReady } from '../../lib/service-worker/new-version.ts'
import { useStore } from '../../lib/store.ts'
import { uploadsInProgress } from '../../lib/uploads/uploads-in-progress.ts'

const checkIntervalMs = 2_000
/** It stays, without being announced as urgent. */
const shownMs = 86_400_000

/** Someone who stopped for longer is no longer typing. */
const typingPauseMs = 10_000

let lastInputAt = -Infinity
addEventListener('input', () => (lastInputAt = performance.now()), { capture: true, passive: true })

/** Says once that a new version is ready, when nothing is being typed or uploaded; reloads only when pressed. */
export function useUpdatePrompt(): void {
  const t = useTranslations('shell/connection')
  const ready = useStore(newVersionReady)
  useEffect(() => {
    if (!ready) return
    const offer = () => {
      if (isBusy()) return
      clearInterval(timer)
      snackbars.add({
        key: 'new-version',
        title: t('update'),
        timeoutMs: shownMs,
        action: { label: t('update.reload'), onPress: () => location.reload() },
      })
    }
    const timer = setInterval(offer, checkIntervalMs)
    offer()
    return () => clearInterval(timer)
  }, [ready, t])
}

/** Returns whether the user is typing, fills in a field, has a dialog open, is in a room, or uploads something. */
function isBusy(): boolean {
  return (
    performance.now() - lastInputAt < typingPauseMs ||
    holdsText(document.activeElement) ||
    document.querySelector('[role=dialog], [role=alertdialog]') !== null ||
    location.pathname.startsWith('/rooms/') ||
    uploadsInProgress.get() > 0
  )
}

/** Returns whether an element is a field with a text in it; checkboxes and radio buttons have values too. */
function holdsText(element: Element | null): boolean {
  if (element instanceof HTMLInputElement) return !/^(checkbox|radio)$/.test(element.type) && element.value !== ''
  return element instanceof HTMLTextAreaElement && element.value !== ''
}
