import { changePreferences, readPreferences } from '@veranda/contract/notifications/routes.ts'
import { type Preferences } from '@veranda/contract/notifications/schemas.ts'
import { useEffect, useRef, useState } from 'react'
import { runCommand } from '../../../lib/api/use-command.ts'
import { queryCache, queryKeyOf } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { useProblemText } from '../../../components/page/use-problem-text.ts'

/** Time for which the page says that everything is saved. */
const savedShownMs = 3_000

type DeepPartial<T> = {
  [K in keyof T]?: T[K] extends readonly unknown[] ? T[K] : T[K] extends object ? DeepPartial<T[K]> : T[K]
}
export type PreferencesChange = DeepPartial<Preferences>
export type SaveState = 'idle' | 'saving' | 'saved' | 'failed'
export type ChangePreferences = (part: PreferencesChange) => void

/** Saves in flight in this tab. */
let pendingSaves = 0

function beginSave(): void {
  pendingSaves += 1
}

/** Returns whether no other save is in flight. */
function endSave(): boolean {
  pendingSaves -= 1
  return pendingSaves === 0
}

/** Returns whether the shown preferences are ahead of the server's. */
export function isSavingPreferences(): boolean {
  return pendingSaves > 0
}

/** Saves preferences one change at a time: shown at once, saved in order, reverted if refused. */
export function useSavePreferences(): { state: SaveState; change: ChangePreferences } {
  const t = useTranslations('notifications')
  const textOf = useProblemText()
  const [state, setState] = useState<SaveState>('idle')
  const saveChain = useRef(Promise.resolve())
  useEffect(() => {
    if (state !== 'saved') return
    const timer = setTimeout(() => setState('idle'), savedShownMs)
    return () => clearTimeout(timer)
  }, [state])

  const key = queryKeyOf(readPreferences, {})

  function change(part: PreferencesChange) {
    queryCache.setQueryData<Preferences>(key, (current) => current && mergeDeep(current, part))
    beginSave()
    setState('saving')
    saveChain.current = saveChain.current.then(() => save(part))
  }

  async function save(part: PreferencesChange) {
    const outcome = await runCommand<typeof changePreferences>(changePreferences, { body: part })
    const last = endSave()
    if (outcome.ok) {
      // While later changes are in flight, this reply would undo them on screen.
      if (last) queryCache.setQueryData(key, outcome.reply)
      if (last) setState('saved')
      return
    }
    setState('failed')
    snackbars.add({
      key: 'preferences',
      tone: 'error',
      title: t('screen.prefs.refused'),
      text: textOf(outcome.problem),
    })
    await queryCache.invalidateQueries({ queryKey: key })
  }

  return { state, change }
}

/** Merges a partial change; lists are replaced as a whole. */
export function mergeDeep<T extends object>(whole: T, part: DeepPartial<T>): T {
  const next: Record<string, unknown> = Object.fromEntries(Object.entries(whole))
  for (const [name, value] of Object.entries(part)) {
    const before = next[name]
    next[name] = isPlainObject(value) && isPlainObject(before) ? mergeDeep(before, value) : value
  }
  // Same keys as before, each with a value of its own type.
  return next as T
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
