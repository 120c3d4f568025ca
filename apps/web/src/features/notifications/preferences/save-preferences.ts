import { changePreferences, readPreferences } from '@veranda/contract/notifications/routes.ts'
import { type Preferences } from '@veranda/contract/notifications/schemas.ts'
import { useEffect, useRef, useState } from 'react'
import { runCommand } from '../../../lib/api/use-command.ts'
import { queryCache, queryKeyOf } from '../../../lib/api/query.ts'
import { type Problem } from '../../../lib/api/problem.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { useProblemText } from '../../../components/page/use-problem-text.ts'
import { mergeDeep, type PreferencesChange } from './merge-preferences.ts'
import { hasWaitingChanges, onChangeRefused, queueChange, useWaitingChanges } from './preferences-send-queue.ts'

/** Time for which the page says that everything is saved. */
const savedShownMs = 3_000

/** waiting: kept on this device until there is a connection. */
export type SaveState = 'idle' | 'saving' | 'saved' | 'failed' | 'waiting'
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

/**
 * Saves preferences one change at a time: shown at once, saved in order, reverted if refused. Without a connection a
 * change waits, and those after it.
 */
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

  function refuse(problem: Problem) {
    setState('failed')
    snackbars.add({ key: 'preferences', tone: 'error', title: t('screen.prefs.refused'), text: textOf(problem) })
  }
  useEffect(() => onChangeRefused(refuse))

  async function save(part: PreferencesChange) {
    if (hasWaitingChanges()) {
      endSave()
      return queueChange(part)
    }
    const outcome = await runCommand<typeof changePreferences>(changePreferences, { body: part })
    const last = endSave()
    if (outcome.ok) {
      // While later changes are in flight, this reply would undo them on screen.
      if (last) queryCache.setQueryData(key, outcome.reply)
      if (last) setState('saved')
      return
    }
    if (outcome.problem.uncertain) return queueChange(part)
    refuse(outcome.problem)
    await queryCache.invalidateQueries({ queryKey: key })
  }

  const waiting = useWaitingChanges().length > 0
  const [hadWaiting, setHadWaiting] = useState(waiting)
  if (hadWaiting !== waiting) {
    setHadWaiting(waiting)
    if (!waiting && state !== 'failed') setState('saved')
  }
  return { state: waiting ? 'waiting' : state, change }
}
