/** Most skills on one page, and in one search. */
export const maxSkills = 20
export const maxSearchedSkills = 8
/** Longest name of a skill in UTF-16 units. */
export const maxSkillLength = 40
