import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { sectionKeys } from './admin-paths.ts'

/** After `g`, the second key has to come within this time. */
const maxSequenceMs = 1_500
/** Marks a list whose links j and k move through. */
export const rowsAttribute = { 'data-admin-rows': '' }
/** Takes the keys while it is open; a toast is a dialog too, and takes none. */
const takesKeys =
  ['dialog', 'alertdialog'].map((role) => `[role="${role}"]:not([aria-modal="false"])`).join() + ',[role="menu"]'

type AdminKeys = {
  /** Where Esc leads; undefined where there is nothing above. */
  readonly parent: string | undefined
  readonly onHelp: () => void
}

/**
 * Listens to the keys of the admin pages: j and k move through the rows, g and a letter goes to a section, Esc goes up,
 * ? opens the help. In a field, only Esc counts, which leaves it; in a dialog none does.
 */
export function useAdminKeys({ parent, onHelp }: AdminKeys): void {
  const navigate = useNavigate()
  const pressedGAt = useRef(-Infinity)
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector(takesKeys)) return
      const { target, key } = event
      if (target instanceof HTMLElement && target.matches('input, textarea, select')) {
        if (key === 'Escape') target.blur()
        return
      }
      const isSequence = event.timeStamp - pressedGAt.current < maxSequenceMs
      pressedGAt.current = key === 'g' ? event.timeStamp : -Infinity
      const section = Object.entries(sectionKeys).find(([, letter]) => letter === key)?.[0]
      if (isSequence && section !== undefined) void navigate(`/admin/${section}`)
      else if (isSequence && key === 'h') void navigate('/admin')
      else if (key === 'j') moveFocus(1)
      else if (key === 'k') moveFocus(-1)
      else if (key === '?') onHelp()
      else if (key === 'Escape' && parent !== undefined) void navigate(parent)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [navigate, parent, onHelp])
}

/** Moves focus to the next or previous row, from none to the first. */
function moveFocus(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-admin-rows] a')]
  const current = links.findIndex((link) => link === document.activeElement)
  const next = current === -1 ? 0 : Math.min(Math.max(current + step, 0), links.length - 1)
  links[next]?.focus()
}
