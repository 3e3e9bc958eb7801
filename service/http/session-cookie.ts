/** Names of the session cookies of the reports, of the operators' page and of named users; over https they have the prefix `__Host-`. */
export const sessionCookie = 'formlotse-reports'
export const deskCookie = 'formlotse-desk'
export const userCookie = 'formlotse-user'
/** Name of the cookie of readers of a shared link. */
export const linkCookie = 'formlotse-link'
