import { Button } from '@veranda/ui/button.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { ErrorState } from '@veranda/ui/error-state.tsx'
import { useLayoutEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { ScreenLoadError } from './lazy-screen.ts'
import styles from './router-error.module.css'

/** The words of browsers and of Vite for a part of a screen whose script or styles are lost. */
const lostPart = /preload CSS|imported module|module script/

/**
 * Replaces a screen that failed. If its code could not be loaded, as after an update of the app, reloads once by itself
 * and then offers to reload; otherwise shows the error.
 */
export function RouterError({ inside = false }: { inside?: boolean }) {
  const error = useRouteError()
  const t = useTranslations('errors/page')
  const failed = error instanceof ScreenLoadError || lostPart.test(String(error))
  useLayoutEffect(() => {
    // The server's first view would hide it.
    document.getElementById('first-view')?.remove()
    // Kept with the entry of the history, so that a screen that fails after it too is not reloaded again.
    if (!failed || !navigator.onLine || history.state?.reloaded) return
    history.replaceState({ ...history.state, reloaded: true }, '')
    void reloadPage()
  }, [failed])
  const reload = (
    <Button kind="filled" icon="refresh" onClick={() => void reloadPage()}>
      {t('reload')}
    </Button>
  )
  return (
    <main className={cx(styles.page, inside && styles.inside)}>
      {failed ? (
        <ErrorState level={1} title={t('load.title')} text={t('load.text')} actions={reload} />
      ) : (
        <ErrorState
          level={1}
          title={t('title')}
          text={t('text')}
          reference={messageOf(error)}
          actions={
            <>
              <Button href="/dashboard">{t('home')}</Button>
              {reload}
            </>
          }
        />
      )}
    </main>
  )
}

export function RouterErrorInside() {
  return <RouterError inside />
}

function messageOf(error: unknown): string | undefined {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`
  return error instanceof Error ? error.message : undefined
}

/** Clears the cached app shell, but no user data, and reloads. */
async function reloadPage(): Promise<void> {
  try {
    for (const name of await caches.keys()) if (name.startsWith('veranda-shell')) await caches.delete(name)
  } finally {
    location.reload()
  }
}
