URL={{base}}
KEY=prd_test_replace_me
EMAIL=etude@example.fr
PASSWORD='correct horse battery'
