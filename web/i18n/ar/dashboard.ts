export const dashboard = {
  login: { title: 'لوحة الإدارة', text: 'الدخول لفريق حصّة بس.' },
  notStaff: 'الحساب ده مش من فريق الإدارة. لو إنت طالب أو مدرّس ادخل من الموقع.',
  toApp: 'روح للموقع',
} as const
