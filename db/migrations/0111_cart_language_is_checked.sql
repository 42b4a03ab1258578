-- compatible
alter table cart validate constraint cart_language_check;
