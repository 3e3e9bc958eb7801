/** Names of the session cookies of the reports and of the operators' page; over https they have the prefix `__Host-`. */
export const sessionCookie = 'formlotse-reports'
export const deskCookie = 'formlotse-desk'
