/** Methods of the built-in types and of the commonest classes of the standard library: a call of one says nothing about its receiver. */
export const commonMethods: ReadonlySet<string> = new Set(
  `
    ATTRIBUTE_NODE BOOLEAN_STATES CDATA_CONTENT_ELEMENTS CDATA_SECTION_NODE COMMENT_NODE DOCUMENT_FRAGMENT_NODE
    DOCUMENT_NODE DOCUMENT_TYPE_NODE DataError DatabaseError ELEMENT_NODE ENTITY_NODE ENTITY_REFERENCE_NODE Error
    IntegrityError InterfaceError InternalError KEYWORD_ONLY NONSPACECRE NOTATION_NODE NotSupportedError OPTCRE
    OPTCRE_NV OperationalError POSITIONAL_ONLY POSITIONAL_OR_KEYWORD PROCESSING_INSTRUCTION_NODE Process
    ProgrammingError SECTCRE TEXT_NODE VAR_KEYWORD VAR_POSITIONAL VERSION Warning abort absolute accept acquire
    acquire_lock actualEncoding add addClassCleanup addCleanup addFilter addHandler addTypeEqualityFunc add_alternative
    add_argument add_argument_group add_attachment add_done_callback add_header add_mutually_exclusive_group add_note
    add_reader add_related add_section add_signal_handler add_subparsers add_writer adjusted anchor annotation append
    appendChild appendleft apply apply_async args arraysize as_bytes as_integer_ratio as_posix as_string as_tuple as_uri
    assertAlmostEqual assertAlmostEquals assertCountEqual assertDictContainsSubset assertDictEqual assertEqual
    assertEquals assertFalse assertGreater assertGreaterEqual assertIn assertIs assertIsInstance assertIsNone
    assertIsNot assertIsNotNone assertLess assertLessEqual assertListEqual assertLogs assertMultiLineEqual assertNoLogs
    assertNotAlmostEqual assertNotAlmostEquals assertNotEqual assertNotEquals assertNotIn assertNotIsInstance
    assertNotRegex assertNotRegexpMatches assertRaises assertRaisesRegex assertRaisesRegexp assertRegex
    assertRegexpMatches assertSequenceEqual assertSetEqual assertTrue assertTupleEqual assertWarns assertWarnsRegex
    assert_ assert_any_call assert_called assert_called_once assert_called_once_with assert_called_with assert_has_calls
    assert_not_called astimezone async_ attach attach_mock attrib attributes auto_open backup begin betavariate bind
    bind_partial bit_count bit_length blobopen braceidpattern buffer buffer_info bytes bytes_le byteswap c_contiguous
    callHandlers call_args call_args_list call_at call_count call_exception_handler call_later call_soon
    call_soon_threadsafe callback called cancel cancelled canonical capitalize casefold cast center cert_store_stats
    check_for_whole_start_tag check_hostname childNodes chmod choice choices cleanup clear clear_cdata_mode
    clear_content clock_seq clock_seq_hi_variant clock_seq_low cloneNode close closed combine comment commit communicate
    compare compare_signal compare_total compare_total_mag configure_mock conjugate connect connect_accepted_socket
    connect_ex connect_read_pipe connect_write_pipe connection contiguous convert_arg_line_to_args converters copy
    copy_abs copy_negate copy_sign count countTestCases createAttribute createAttributeNS createCDATASection
    createComment createDocumentFragment createElement createElementNS createLock createProcessingInstruction
    createTextNode create_aggregate create_collation create_connection create_datagram_endpoint create_function
    create_future create_server create_task create_unix_connection create_unix_server create_window_function critical
    ctime cursor cwd daemon date day days debug debuglevel decode default defaultTestResult default_exception_handler
    default_port defaults del_param deleter delimiter denominator description deserialize detach difference
    difference_update discard doClassCleanups doCleanups doctype documentElement documentURI done drive dst dup elements
    emit empty encode encoding end endheaders endpos endswith enterClassContext enterContext enter_context error
    errorHandler errors exception execute executemany executescript exists exit exp expand expandtabs expanduser
    expovariate extend extendleft extract extractall f_contiguous fail failIf failIfAlmostEqual failIfEqual failUnless
    failUnlessAlmostEqual failUnlessEqual failUnlessRaises failureException family fatal fdel feed fetchall fetchmany
    fetchone fget fields fileno filter find findCaller findall finditer findtext firstChild flags flush fma fold format
    format_help format_map format_usage fp from_bytes from_callable from_decimal from_float frombytes fromfile fromhex
    fromisocalendar fromisoformat fromkeys fromlist fromordinal fromtimestamp fromunicode fset full fullmatch
    gammavariate gauss get getChild getEffectiveLevel getElementById getElementsByTagName getElementsByTagNameNS
    getInterface getName getUserData get_all get_body get_boundary get_ca_certs get_charset get_charsets get_ciphers
    get_content get_content_charset get_content_disposition get_content_maintype get_content_subtype get_content_type
    get_debug get_default get_default_type get_exception_handler get_filename get_identifiers get_inheritable get_loop
    get_name get_nowait get_param get_params get_payload get_starttag_text get_task_factory get_unixfrom getaddrinfo
    getblocking getboolean getbuffer getcode getfloat getheader getheaders getinfo getint getlimit getnameinfo
    getpeername getpos getrandbits getresponse getroot getsockname getsockopt getstate getter gettimeout geturl getvalue
    gi_code gi_frame gi_running gi_suspended gi_yieldfrom glob goahead group groupdict groupindex groups handle
    handleError handle_charref handle_comment handle_data handle_decl handle_endtag handle_entityref handle_pi
    handle_startendtag handle_starttag hardlink_to hasChildNodes hasHandlers has_option has_section hex home
    hostname_checks_common_name hour id ident idpattern imag imap imap_unordered implementation importNode
    in_transaction index info infolist insert insertBefore int interrupt intersection intersection_update isDaemon
    isEnabledFor isSameNode isSet isSupported is_absolute is_alive is_attachment is_block_device is_canonical
    is_char_device is_closed is_dir is_fifo is_file is_finite is_infinite is_integer is_mount is_multipart is_nan
    is_normal is_qnan is_relative_to is_reserved is_running is_safe is_set is_signed is_snan is_socket is_subnormal
    is_symlink is_valid is_zero isalnum isalpha isascii isatty isclosed isdecimal isdigit isdisjoint isidentifier
    islower isnumeric isocalendar isoformat isolation_level isoweekday isprintable isspace issubset issuperset istitle
    isupper items itemsize iter iter_attachments iter_parts iter_unpack iterdir iterdump iterfind itertext join joinpath
    keylog_filename keys kill kind lastChild lastgroup lastindex lastrowid lchmod limit_denominator line_buffering
    link_to listen ljust ln load loadXML load_cert_chain load_default_certs load_dh_params load_verify_locations
    localName locked locked_lock log log10 logb logical_and logical_invert logical_or logical_xor lognormvariate
    longMessage lower lstat lstrip makeRecord make_alternative make_mixed make_related makeelement makefile maketrans
    manager map map_async match max maxDiff max_mag maximum_version maxlen maxsize microsecond microseconds min min_mag
    minimum_version minute mkdir mock_add_spec mock_calls mode month most_common move_to_end name namelist namespaceURI
    native_id nbytes ndim new_child newlines nextSibling next_minus next_plus next_toward node nodeName nodeType
    nodeValue normalize normalvariate notify notifyAll notify_all now num_tickets number_class numerator obj open
    options optionxform owner ownerDocument pack pack_into parameters parent parentNode parents paretovariate parse
    parse_args parse_bogus_comment parse_comment parse_declaration parse_endtag parse_html_declaration
    parse_intermixed_args parse_known_args parse_known_intermixed_args parse_marked_section parse_pi parse_starttag
    partition parts pattern peek poll pop pop_all popitem popleft pos post_handshake_auth prefix previousSibling
    print_help print_usage printdir proto protocol push put put_nowait putheader putrequest qsize quantize radix
    randbytes randint random randrange raw raw_items re read read1 read_bytes read_dict read_file read_string read_text
    readable readfp readinto readinto1 readline readlines readlink readonly real reconfigure recv recv_into recvfrom
    recvfrom_into recvmsg recvmsg_into register regs relative_to release release_lock remainder_near remove removeChild
    removeFilter removeHandler remove_done_callback remove_option remove_reader remove_section remove_signal_handler
    remove_writer removeprefix removesuffix rename renameNode replace replaceChild replace_header request reset
    reset_mock resolution resolve response_class result return_annotation return_value reverse rfind rglob rindex rjust
    rmdir rollback root rotate row_factory rowcount rpartition rsplit rstrip run run_forever run_in_executor
    run_until_complete running safe_substitute same_quantum samefile sample saveXML scaleb scanner search second seconds
    sections security_level seed seek seekable send send_signal sendall sendfile sendmsg sendmsg_afalg sendto serialize
    session_stats set setDaemon setFormatter setLevel setName setUp setUpClass setUserData set_alpn_protocols
    set_authorizer set_boundary set_cdata_mode set_charset set_ciphers set_content set_debug set_debuglevel
    set_default_executor set_default_type set_default_verify_paths set_defaults set_ecdh_curve set_exception
    set_exception_handler set_inheritable set_name set_npn_protocols set_param set_payload set_progress_handler set_raw
    set_result set_running_or_notify_cancel set_servername_callback set_task_factory set_trace_callback set_tunnel
    set_type set_unixfrom setblocking setdefault setinputsizes setlimit setoutputsize setpassword setsockopt setstate
    setter settimeout shape shift shortDescription shuffle shutdown shutdown_asyncgens shutdown_default_executor
    side_effect size skipTest sni_callback sock_accept sock_connect sock_recv sock_recv_into sock_recvfrom
    sock_recvfrom_into sock_sendall sock_sendfile sock_sendto sort span split splitlines sqrt sslobject_class
    sslsocket_class standalone starmap starmap_async start start_tls startswith stat stem stop strftime
    strictErrorChecking strides string strip strptime sub subTest submit subn suboffsets subprocess_exec
    subprocess_shell substitute subtract suffix suffixes swapcase symlink_to symmetric_difference
    symmetric_difference_update tag tail task_done tearDown tearDownClass tell terminate testzip text text_factory throw
    time time_hi_version time_low time_mid timeout timestamp timetuple timetz title to_bytes to_eng_string to_integral
    to_integral_exact to_integral_value tobytes today tofile tolist toordinal toprettyxml toreadonly total total_changes
    total_seconds touch tounicode toxml translate triangular truncate type typecode tzinfo tzname uniform union
    universal_newlines unknown_decl unlink unpack unpack_from update updatepos upper urn utcfromtimestamp utcnow
    utcoffset utctimetuple values variant verify_flags verify_mode version vonmisesvariate wait wait_for walk warn
    warning weekday weibullvariate with_name with_stem with_suffix with_traceback wrap_bio wrap_socket writable write
    write_bytes write_c14n write_text write_through writelines writestr writexml year zfill
  `
    .trim()
    .split(/\s+/),
)
