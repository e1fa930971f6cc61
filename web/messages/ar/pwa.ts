/** Opening without a network, new versions and notifications. */
export const pwa = {
  update: {
    title: 'فيه نسخة جديدة من حصّة',
    text: '{gender, select, female {حدّثي لما تحبي} other {حدّث لما تحب}}، ومفيش حاجة هتضيع.',
    reload: 'تحديث دلوقتي',
    busy: 'فيه حصة شغّالة أو حاجة لسه متحفظتش. {gender, select, female {خلّصيها الأول وبعدين حدّثي} other {خلّصها الأول وبعدين حدّث}}.',
  },
  offline: {
    comesBack: 'الشاشة دي محتاجة نت، وهتفتح لوحدها أول ما يرجع.',
    reference: 'رقم الدفع <ltr>{number}</ltr>',
    asOf: 'مفيش نت. آخر تحديث: {when}.',
  },
  push: {
    title: 'إشعارات الجهاز ده',
    label: 'ابعتولي إشعارات على الجهاز ده',
    hint: 'قبل كل حصة بيوم وبساعة، ولما توصل رسالة وحصّة مقفولة. الإشعار بيقول مين بعت، مش بعت إيه.',
    blocked:
      'المتصفح قافل إشعارات حصّة. {gender, select, female {افتحيها} other {افتحها}} من إعدادات الموقع في المتصفح و{gender, select, female {ارجعي} other {ارجع}} هنا.',
    unsupported:
      'المتصفح ده مش بيدعم الإشعارات. على آيفون {gender, select, female {ضيفي} other {ضيف}} حصّة للشاشة الرئيسية و{gender, select, female {افتحيها} other {افتحها}} من هناك.',
    failed: 'معرفناش نشغّل الإشعارات. {gender, select, female {جرّبي} other {جرّب}} تاني بعد شوية.',
    offer: 'فكّرني بيها على الجهاز ده',
    on: 'هنفكّرك على الجهاز ده، وتقفلها من الإعدادات.',
  },
} as const
