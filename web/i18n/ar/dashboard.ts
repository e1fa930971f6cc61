export const dashboard = {
  title: 'لوحة الإدارة',
  titles: { login: 'الدخول | لوحة إدارة حصّة', home: 'حسابك | لوحة إدارة حصّة' },
  login: { title: 'لوحة الإدارة', text: 'الدخول لفريق حصّة بس.' },
  notStaff: 'الحساب ده مش من فريق الإدارة. لو إنت طالب أو مدرّس ادخل من الموقع.',
  toApp: 'روح للموقع',
  welcome: 'أهلاً {name}',
  you: 'حسابك',
  role: 'الدور',
  roles: { superAdmin: 'مدير عام', regularAdmin: 'مدير', tutorManager: 'مدير مدرّسين', studio: 'استوديو' },
  email: 'الإيميل',
  logout: 'تسجيل الخروج',
} as const
