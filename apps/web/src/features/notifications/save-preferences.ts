import { changePreferences, readPreferences } from '@veranda/contract/notifications/routes.ts'
import { type Preferences } from '@veranda/contract/notifications/schemas.ts'
import { useEffect, useRef, useState } from 'react'
import { outcomeOf } from '../../lib/command.ts'
import { cache, keyOf } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { useProblemText } from '../../parts/problem-text.ts'

type DeepPart<T> = {
  [K in keyof T]?: T[K] extends readonly unknown[] ? T[K] : T[K] extends object ? DeepPart<T[K]> : T[K]
}
export type PreferencesPart = DeepPart<Preferences>
export type SaveState = 'idle' | 'saving' | 'saved' | 'failed'
export type Change = (part: PreferencesPart) => void

/** Changes one's preferences part by part: shown at once, saved in order, and as they were when refused. */
export function useSavePreferences(): { state: SaveState; change: Change } {
  const t = useWords('notifications')
  const textOf = useProblemText()
  const [state, setState] = useState<SaveState>('idle')
  const line = useRef(Promise.resolve())
  const waiting = useRef(0)
  useEffect(() => {
    if (state !== 'saved') return
    const timer = setTimeout(() => setState('idle'), 3000)
    return () => clearTimeout(timer)
  }, [state])

  const key = keyOf(readPreferences, {})

  function change(part: PreferencesPart) {
    cache.setQueryData<Preferences>(key, (shown) => shown && merged(shown, part))
    waiting.current++
    setState('saving')
    line.current = line.current.then(() => save(part))
  }

  async function save(part: PreferencesPart) {
    const outcome = await outcomeOf<typeof changePreferences>(changePreferences, { body: part })
    const last = --waiting.current === 0
    if (outcome.ok) {
      // While more is on its way, the answer to this would undo it on the screen.
      if (last) cache.setQueryData(key, outcome.reply)
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
    await cache.invalidateQueries({ queryKey: key })
  }

  return { state, change }
}

/** Preferences with a part of them changed; lists are replaced as a whole. */
export function merged<T extends object>(whole: T, part: DeepPart<T>): T {
  const next: Record<string, unknown> = Object.fromEntries(Object.entries(whole))
  for (const [name, value] of Object.entries(part)) {
    const former = next[name]
    next[name] = isPlain(value) && isPlain(former) ? merged(former, value) : value
  }
  // Same keys as before, each with a value of its own type.
  return next as T
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
